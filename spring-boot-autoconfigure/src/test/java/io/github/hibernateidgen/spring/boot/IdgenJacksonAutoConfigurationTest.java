package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.jackson.SnowflakeJackson2Module;
import io.github.hibernateidgen.jackson.SnowflakeJacksonModule;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When the Jackson modules are there. */
class IdgenJacksonAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(IdgenJacksonAutoConfiguration.class));
    private final ApplicationContextRunner asked = runner.withPropertyValues("idgen.jackson.snowflake-as-string=true");

    @Test
    void backsOffUnlessAskedFor() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(SnowflakeJacksonModule.class)
                .doesNotHaveBean(SnowflakeJackson2Module.class));
    }

    @Test
    void servesBothLinesOfJackson() {
        asked.run(context -> assertThat(context)
                .hasSingleBean(SnowflakeJacksonModule.class)
                .hasSingleBean(SnowflakeJackson2Module.class));
    }

    @Test
    void doesWithoutJackson3() {
        asked.withClassLoader(new FilteredClassLoader("tools.jackson"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SnowflakeJackson2Module.class));
    }

    @Test
    void doesWithoutJackson2() {
        asked.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson.databind"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SnowflakeJacksonModule.class));
    }

    /** As in an application that has the auto-configuration, and not the starter. */
    @Test
    void doesWithoutTheModules() {
        asked.withConfiguration(AutoConfigurations.of(IdgenTextAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("io.github.hibernateidgen.jackson"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(SnowflakeJacksonModule.class)
                        .doesNotHaveBean(SnowflakeJackson2Module.class)
                        .doesNotHaveBean(IdJacksonModule.class)
                        .doesNotHaveBean(IdJackson2Module.class)
                        .doesNotHaveBean(IdSchemas.class));
    }
}
