package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.github.hibernateidgen.internal.snowflake.SnowflakeIdGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** The application processed ahead of time, as for a native image, compiled and started on the JVM. */
class AotIT {

    private static final TestPropertyValues PROPERTIES = TestPropertyValues.of(
            "idgen.worker.id=5",
            "idgen.snowflake.layout=short",
            "spring.datasource.generate-unique-name=true",
            "management.endpoints.web.exposure.include=idgen");

    private static final String ACTUATE = "io.github.hibernateidgen.spring.boot.actuate.";

    @Test
    @CompileWithForkedClassLoader
    void startsFromGeneratedCodeWithTheProperties() throws Exception {
        GenericApplicationContext source = new GenericApplicationContext();
        PROPERTIES.applyTo(source.getEnvironment());
        AnnotationConfigUtils.registerAnnotationConfigProcessors(source);
        source.registerBean(NoteApplication.class);
        TestGenerationContext generated = new TestGenerationContext();
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(source, generated);
        generated.writeGeneratedContent();

        assertThat(reflection().onType(SnowflakeIdGenerator.class)).accepts(generated.getRuntimeHints());
        for (String written :
                List.of("FactoryDescription$Layout", "FactoryDescription$Attribute", "DecodedId$Reading")) {
            assertThat(reflection()
                            .onType(TypeReference.of(ACTUATE + written))
                            .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                    .accepts(generated.getRuntimeHints());
        }
        assertThat(reflection().onMethod(ACTUATE + "IdgenEndpoint", "decode").invoke())
                .accepts(generated.getRuntimeHints());
        TestCompiler.forSystem()
                .with(generated)
                .compile(compiled ->
                        start(compiled.getInstance(ApplicationContextInitializer.class, initializer.toString())));
    }

    @SuppressWarnings("unchecked")
    private static void start(ApplicationContextInitializer<?> initializer) {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            PROPERTIES.applyTo(context.getEnvironment());
            ((ApplicationContextInitializer<GenericApplicationContext>) initializer).initialize(context);
            context.refresh();
            assertThat(Applications.saveAndSplit(context, SnowflakeLayout.SHORT).worker())
                    .isEqualTo(5);
            assertThat(context.getBeanNamesForType(MeterBinder.class)).contains("idgenMetrics");
            assertThat(context.getBeanDefinitionNames()).contains("idgenEndpoint", "idgenHealthIndicator");
        }
    }
}
