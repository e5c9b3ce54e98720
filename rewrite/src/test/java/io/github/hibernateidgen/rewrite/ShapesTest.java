package io.github.hibernateidgen.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;

/**
 * Recipes on entities in the style of public applications. The sources are written for this test. Only the
 * placement of the annotations is like that of the application at the commit that each test names.
 */
class ShapesTest extends RecipeTest {

    private static final String COMMENT = "// hibernate-idgen: ";

    /** The files after a recipe. A file that the recipe leaves is the same as before. */
    private record Outcome(List<Source> files) {

        long changed() {
            return files.stream()
                    .filter(file -> !file.before().equals(file.after()))
                    .count();
        }

        long comments() {
            return files.stream()
                    .flatMap(file -> file.after().lines())
                    .filter(line -> line.contains(COMMENT))
                    .count();
        }
    }

    private static Outcome run(Recipe recipe, List<String> sources) {
        ExecutionContext context = new InMemoryExecutionContext(failure -> {
            throw new AssertionError(failure);
        });
        List<SourceFile> parsed = JavaParser.fromJavaVersion()
                .typeCache(new LibraryTypes())
                .classpath("jakarta.persistence-api", "hibernate-core")
                .build()
                .parse(context, sources.toArray(String[]::new))
                .toList();
        List<Result> results = recipe.run(new InMemoryLargeSourceSet(parsed), context)
                .getChangeset()
                .getAllResults();
        Map<UUID, String> after = results.stream()
                .collect(Collectors.toMap(
                        result -> result.getBefore().getId(),
                        result -> result.getAfter().printAll()));
        return new Outcome(parsed.stream()
                .map(file -> new Source(file.printAll(), after.getOrDefault(file.getId(), file.printAll())))
                .toList());
    }

    /** Compiles the files before and after, and runs both on one database. */
    private Map<String, Rows> compiledAndRun(Outcome outcome) throws Exception {
        return runs(Map.of(), outcome.files().toArray(Source[]::new));
    }

    /** github.com/spring-guides/tut-rest at 6c0b4bd6, links/src/main/java/payroll: annotations behind the modifier. */
    @Test
    void springsRestTutorial() throws Exception {
        List<String> sources =
                Stream.of("Clerk", "Parcel").map(name -> """
                        package com.acme.payroll;

                        import java.util.Objects;

                        import jakarta.persistence.Entity;
                        import jakarta.persistence.GeneratedValue;
                        import jakarta.persistence.Id;
                        import jakarta.persistence.Table;

                        @Entity
                        @Table(name = "PAYROLL_%1$s")
                        class %1$s {

                        \tprivate @Id @GeneratedValue Long id;

                        \tprivate String title;

                        \t%1$s() {}

                        \tpublic Long getId() {
                        \t\treturn this.id;
                        \t}

                        \t@Override
                        \tpublic int hashCode() {
                        \t\treturn Objects.hash(this.id, this.title);
                        \t}
                        }
                        """.formatted(name)).toList();
        for (Recipe recipe : List.of(new SequenceToSnowflakeId(), new SequenceToSegmentId())) {
            Outcome outcome = run(recipe, sources);
            assertThat(outcome.changed()).isEqualTo(2);
            assertThat(outcome.comments()).isZero();
            assertThat(compiledAndRun(outcome).values()).hasSize(2).allSatisfy(Rows::startWithTheOldOnes);
        }
    }

    /** github.com/spring-projects/spring-petclinic at 8c3caf06, model/BaseEntity.java: an Integer in a superclass. */
    @Test
    void petClinic() throws Exception {
        List<String> sources = clinic("Integer");
        Outcome stopped = run(new IdentityToSnowflakeId(), sources);
        assertThat(stopped.changed()).isEqualTo(1);
        assertThat(stopped.comments()).isEqualTo(1);
        assertThat(stopped.files().get(0).after())
                .contains(COMMENT + "@SnowflakeId does not serve the type java.lang.Integer; make it a Long");
        assertThat(compiledAndRun(stopped)).hasSize(2);

        Outcome moved = run(new IdentityToSnowflakeId(), clinic("Long"));
        assertThat(moved.changed()).isEqualTo(1);
        assertThat(moved.comments()).isZero();
        assertThat(compiledAndRun(moved).values()).hasSize(2).allSatisfy(Rows::startWithTheOldOnes);
    }

    private static List<String> clinic(String type) {
        return List.of("""
                package com.acme.clinic.model;

                import java.io.Serializable;

                import jakarta.persistence.GeneratedValue;
                import jakarta.persistence.GenerationType;
                import jakarta.persistence.Id;
                import jakarta.persistence.MappedSuperclass;

                @MappedSuperclass
                public class Numbered implements Serializable {

                \t@Id
                \t@GeneratedValue(strategy = GenerationType.IDENTITY)
                \tprivate %1$s id;

                \tpublic %1$s getId() {
                \t\treturn id;
                \t}

                \tpublic boolean isNew() {
                \t\treturn this.id == null;
                \t}

                }
                """.formatted(type), """
                package com.acme.clinic.model;

                import jakarta.persistence.MappedSuperclass;

                @MappedSuperclass
                public class Named extends Numbered {

                \tprivate String name;

                }
                """, """
                package com.acme.clinic.model;

                import jakarta.persistence.Entity;

                @Entity
                public class Keeper extends Named {}
                """, """
                package com.acme.clinic.model;

                import jakarta.persistence.Entity;
                import jakarta.persistence.ManyToOne;

                @Entity
                public class Animal extends Named {

                \t@ManyToOne
                \tprivate Keeper keeper;

                }
                """);
    }

    /**
     * github.com/jhipster/jhipster-sample-app-react at 7c93ad93, domain/BankAccount.java, with IDENTITY; and an application
     * that a newer JHipster made, github.com/Cognition-Devin-Workshop-temp/ts-java-angular-jhipster at 15ef78ae, the same
     * file, in which each entity declares the one sequence again.
     */
    @Test
    void jHipster() throws Exception {
        Outcome identity =
                run(new IdentityToSnowflakeId(), bank("@GeneratedValue(strategy = GenerationType.IDENTITY)"));
        assertThat(identity.changed()).isEqualTo(2);
        assertThat(identity.comments()).isZero();
        assertThat(compiledAndRun(identity).values()).hasSize(2).allSatisfy(Rows::startWithTheOldOnes);

        List<String> sequences =
                bank("@GeneratedValue(strategy = GenerationType.SEQUENCE, generator = \"sequenceGenerator\")\n"
                        + "    @SequenceGenerator(name = \"sequenceGenerator\")");
        for (Recipe recipe : List.of(new SequenceToSegmentId(), new SequenceToSnowflakeId())) {
            Outcome outcome = run(recipe, sequences);
            assertThat(outcome.changed()).isEqualTo(2);
            assertThat(outcome.comments()).isZero();
            assertThat(compiledAndRun(outcome).values()).hasSize(2).allSatisfy(Rows::startWithTheOldOnes);
        }
    }

    private static List<String> bank(String generated) {
        String account = """
                package com.acme.bank.domain;

                import jakarta.persistence.*;
                import java.io.Serial;
                import java.io.Serializable;
                import java.util.HashSet;
                import java.util.Set;
                import org.hibernate.annotations.DynamicUpdate;

                /**
                 * An account.
                 */
                @Entity
                @Table(name = "account")
                @DynamicUpdate
                @SuppressWarnings("common-java:DuplicatedBlocks")
                public class Account implements Serializable {

                    @Serial
                    private static final long serialVersionUID = 1L;

                    @Id
                    %s
                    @Column(name = "id")
                    private Long id;

                    @OneToMany(mappedBy = "account")
                    private Set<Booking> bookings = new HashSet<>();

                    // needle - more fields go here, do not remove

                    public Account id(Long id) {
                        this.id = id;
                        return this;
                    }
                }
                """;
        String booking = account.replace("account", "booking")
                .replace("Account", "Booking")
                .replace("@OneToMany(mappedBy = \"booking\")", "@ManyToOne(fetch = FetchType.LAZY)")
                .replace("Set<Booking> bookings = new HashSet<>()", "Account account");
        return List.of(account.formatted(generated), booking.formatted(generated));
    }
}
