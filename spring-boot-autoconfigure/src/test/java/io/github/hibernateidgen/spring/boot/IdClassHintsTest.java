package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.github.hibernateidgen.spring.boot.shop.CustomerId;
import io.github.hibernateidgen.spring.boot.shop.OrderId;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.spring.boot.shop.SkuId;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;

/** What a native image is told of typed ids, when an application is processed ahead of time. */
class IdClassHintsTest {

    @Test
    void areOfTheClassesThatTheEntitiesHave() throws Exception {
        GenericApplicationContext source = new GenericApplicationContext();
        TestPropertyValues.of("idgen.worker.id=5", "spring.datasource.generate-unique-name=true")
                .applyTo(source.getEnvironment());
        AnnotationConfigUtils.registerAnnotationConfigProcessors(source);
        source.registerBean(ShopApplication.class);
        TestGenerationContext generated = new TestGenerationContext();
        new ApplicationContextAotGenerator().processAheadOfTime(source, generated);

        RuntimeHints hints = generated.getRuntimeHints();
        Stream.of(OrderId.class, CustomerId.class, SkuId.class).forEach(type -> {
            assertThat(reflection()
                            .onConstructor(type.getDeclaredConstructors()[0])
                            .invoke())
                    .accepts(hints);
            assertThat(reflection().onType(type.arrayType())).accepts(hints);
        });
        assertThat(reflection().onField(OrderId.class.getDeclaredField("value")))
                .accepts(hints);
    }
}
