package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.text.PublicIds;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** When the Jackson modules are there, and write Snowflake ids as text. */
class IdgenJacksonAutoConfigurationTest {

    private static final String NUMBER = "{\"id\":5}";
    private static final String TEXT = "{\"id\":\"5\"}";

    record View(@SnowflakeId Long id) {}

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenTextAutoConfiguration.class));
    private final ApplicationContextRunner asked = runner.withPropertyValues("idgen.jackson.snowflake-as-string=true");

    private static String jackson2(ApplicationContext context) throws Exception {
        return new com.fasterxml.jackson.databind.ObjectMapper()
                .registerModule(context.getBean(IdJackson2Module.class))
                .writeValueAsString(new View(5L));
    }

    private static String jackson3(ApplicationContext context) {
        return JsonMapper.builder()
                .addModule(context.getBean(IdJacksonModule.class))
                .build()
                .writeValueAsString(new View(5L));
    }

    @Test
    void writesNumbersUnlessAskedForText() {
        runner.run(context -> {
            assertThat(jackson2(context)).isEqualTo(NUMBER);
            assertThat(jackson3(context)).isEqualTo(NUMBER);
        });
    }

    @Test
    void servesBothLinesOfJackson() {
        asked.run(context -> {
            assertThat(jackson2(context)).isEqualTo(TEXT);
            assertThat(jackson3(context)).isEqualTo(TEXT);
        });
    }

    @Test
    void leavesAModuleOfTheApplicationAlone() {
        runner.withBean(IdJackson2Module.class, () -> new IdJackson2Module(new PublicIds(), true))
                .run(context -> assertThat(jackson2(context)).isEqualTo(TEXT));
    }

    @Test
    void doesWithoutJackson3() {
        asked.withClassLoader(new FilteredClassLoader("tools.jackson"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(IdJackson2Module.class)
                        .doesNotHaveBean(IdJacksonModule.class));
    }

    @Test
    void doesWithoutJackson2() {
        asked.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson.databind"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(IdJacksonModule.class)
                        .doesNotHaveBean(IdJackson2Module.class));
    }

    /** As in an application that has the auto-configuration, and not the starter. */
    @Test
    void doesWithoutTheModules() {
        asked.withClassLoader(new FilteredClassLoader("io.github.hibernateidgen.jackson"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdJacksonModule.class)
                        .doesNotHaveBean(IdJackson2Module.class)
                        .doesNotHaveBean(IdSchemas.class));
    }
}
