package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.Module;
import io.github.hibernateidgen.jackson.SnowflakeJackson2Module;
import io.github.hibernateidgen.jackson.SnowflakeJacksonModule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JacksonModule;

/**
 * Auto-configuration of Snowflake ids as text in JSON, where {@code idgen.jackson.snowflake-as-string} is set. Spring
 * Boot adds the modules to the mappers that it makes: Jackson 2 in Spring Boot 3.5, Jackson 3, or both, in 4.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "idgen.jackson.snowflake-as-string", havingValue = "true")
public final class IdgenJacksonAutoConfiguration {

    /** For Spring. */
    public IdgenJacksonAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JacksonModule.class, SnowflakeJacksonModule.class})
    static class Jackson3 {

        @Bean
        @ConditionalOnMissingBean
        SnowflakeJacksonModule snowflakeJacksonModule() {
            return new SnowflakeJacksonModule();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Module.class, SnowflakeJackson2Module.class})
    static class Jackson2 {

        @Bean
        @ConditionalOnMissingBean
        SnowflakeJackson2Module snowflakeJackson2Module() {
            return new SnowflakeJackson2Module();
        }
    }
}
