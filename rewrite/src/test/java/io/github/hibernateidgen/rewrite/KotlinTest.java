package io.github.hibernateidgen.rewrite;

import static org.openrewrite.kotlin.Assertions.kotlin;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openrewrite.kotlin.KotlinParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/** The plug-in passes Kotlin to the recipes as well. */
class KotlinTest implements RewriteTest {

    private static final String SHOP = """
            package com.acme.shop

            import jakarta.persistence.*
            import java.util.UUID
            import org.hibernate.annotations.UuidGenerator

            @Entity
            class Customer(
                %1$s@Id @GeneratedValue(strategy = GenerationType.IDENTITY)
                var id: Long? = null,
                var name: String = ""
            )

            @Entity
            class Parcel {
                %1$s@Id
                @GeneratedValue(strategy = GenerationType.IDENTITY)
                var id: Long? = null

                %2$s@field:UuidGenerator
                var label: UUID? = null

                %3$s@GeneratedValue
                var number: Long? = null
            }
            """;

    private static final String COMMENT =
            "// hibernate-idgen: this recipe changes Java only; write the annotation of hibernate-idgen yourself\n    ";

    @Override
    public void defaults(RecipeSpec spec) {
        spec.parser(KotlinParser.builder()
                .typeCache(new RecipeTest.LibraryTypes())
                .classpath("jakarta.persistence-api", "hibernate-core"));
    }

    @ParameterizedTest
    @CsvSource({"IdentityToSnowflakeId, 0", "UuidToCombGuid, 1", "SequenceToSnowflakeId, 2"})
    void commentsAndChangesNothing(String recipe, int commented) throws ReflectiveOperationException {
        Class<?> type = Class.forName(getClass().getPackageName() + "." + recipe);
        IdRecipe made = (IdRecipe) type.getConstructor().newInstance();
        Object[] comments = {"", "", ""};
        String before = SHOP.formatted(comments);
        comments[commented] = COMMENT;
        String after = SHOP.formatted(comments);
        rewriteRun(spec -> spec.recipe(made), kotlin(before, after));
        rewriteRun(spec -> spec.recipe(made), kotlin(after));
    }
}
