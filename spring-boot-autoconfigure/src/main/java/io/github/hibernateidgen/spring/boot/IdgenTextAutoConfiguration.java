package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.Module;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.jackson.SnowflakeJackson2Module;
import io.swagger.v3.core.converter.ModelConverter;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.JacksonModule;

/**
 * Auto-configuration of ids as text outside of the database: ids of classes of their own, and those with a prefix, in JSON,
 * in paths and parameters of Spring MVC, and in the documents of springdoc.
 */
@AutoConfiguration
@ConditionalOnClass({EntityManagerFactory.class, SessionFactory.class})
public final class IdgenTextAutoConfiguration {

    /** For Spring. */
    public IdgenTextAutoConfiguration() {}

    @Bean
    IdTexts idgenIdTexts(ObjectProvider<EntityManagerFactory> factories) {
        return new IdTexts(factories);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JacksonModule.class, IdJacksonModule.class})
    static class Jackson3 {

        @Bean
        @ConditionalOnMissingBean
        IdJacksonModule idJacksonModule(IdTexts texts) {
            return new IdJacksonModule(texts::find, texts::idgens);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Module.class, IdJackson2Module.class})
    static class Jackson2 {

        @Bean
        @ConditionalOnMissingBean
        IdJackson2Module idJackson2Module(IdTexts texts) {
            return new IdJackson2Module(texts::find, texts::idgens);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Mvc {

        @Bean
        WebMvcConfigurer idgenIdConverters(IdTexts texts) {
            return new WebMvcConfigurer() {
                @Override
                public void addFormatters(FormatterRegistry registry) {
                    registry.addConverter(new IdConverter(texts));
                }
            };
        }

        @Bean
        IdTextAdvice idgenIdTextAdvice(ListableBeanFactory beans) {
            return new IdTextAdvice(beans);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ModelConverter.class, SnowflakeJackson2Module.class})
    static class OpenApi {

        @Bean
        IdSchemas idgenIdSchemas(IdTexts texts, ObjectProvider<SnowflakeJackson2Module> asText) {
            return new IdSchemas(texts, asText.stream().findAny().isPresent()); // What shows schemas has Jackson 2.
        }
    }
}
