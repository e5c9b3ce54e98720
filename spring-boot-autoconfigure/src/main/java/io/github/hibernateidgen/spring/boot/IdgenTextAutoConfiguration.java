package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.Module;
import io.github.hibernateidgen.internal.text.Lazy;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.jackson.IdJacksonModule;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.text.PublicIds;
import io.swagger.v3.core.converter.ModelConverter;
import jakarta.persistence.EntityManagerFactory;
import java.util.Optional;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.rest.webmvc.config.RepositoryRestConfigurer;
import org.springframework.format.FormatterRegistry;
import org.springframework.graphql.execution.RuntimeWiringConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.JacksonModule;

/**
 * Auto-configuration of ids as text outside of the database. Ids with a {@code @PublicId} are text in JSON and in the documents of springdoc. Typed ids are also text in paths and parameters of Spring MVC. If
 * {@code idgen.jackson.snowflake-as-string} is {@code true}, all Snowflake ids are text in JSON. Spring Boot adds the
 * Jackson modules to the mappers that it creates: Jackson 2 in Spring Boot 3.5, Jackson 3 or both in Spring Boot 4.
 */
@AutoConfiguration
@ConditionalOnClass({EntityManagerFactory.class, SessionFactory.class})
@Import(PropertySettings.class)
public final class IdgenTextAutoConfiguration {

    private static final String SNOWFLAKES_AS_TEXT = "${idgen.jackson.snowflake-as-string:false}";

    /** Called by Spring. */
    public IdgenTextAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PublicIds idgenPublicIds(PropertySettings settings, ObjectProvider<SealKeys> sealKeys) {
        Supplier<Optional<SealKeys>> keys = new Lazy<>(() -> Optional.ofNullable(settings.sealKeys(sealKeys)));
        return new PublicIds(() -> keys.get().orElse(null), settings::acceptsPlain);
    }

    /** Spring Boot adds this bean to the converters of Spring MVC, WebFlux and Spring for GraphQL. */
    @Bean
    IdConverter idgenIdConverter(PublicIds texts) {
        return new IdConverter(texts);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JacksonModule.class, IdJacksonModule.class})
    static class Jackson3 {

        @Bean
        @ConditionalOnMissingBean
        IdJacksonModule idJacksonModule(PublicIds texts, @Value(SNOWFLAKES_AS_TEXT) boolean snowflakesAsText) {
            return new IdJacksonModule(texts, snowflakesAsText);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Module.class, IdJackson2Module.class})
    static class Jackson2 {

        @Bean
        @ConditionalOnMissingBean
        IdJackson2Module idJackson2Module(PublicIds texts, @Value(SNOWFLAKES_AS_TEXT) boolean snowflakesAsText) {
            return new IdJackson2Module(texts, snowflakesAsText);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    static class Web {

        @Bean
        NumbersInJson idgenNumbersInJson() {
            return new NumbersInJson();
        }

        @Bean
        IdTextAdvice idgenIdTextAdvice(ListableBeanFactory beans) {
            return new IdTextAdvice(beans);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Mvc {

        /** For applications with {@code @EnableWebMvc}, where Spring Boot adds no converters. */
        @Bean
        WebMvcConfigurer idgenIdConverters(IdConverter converter) {
            return new WebMvcConfigurer() {
                @Override
                public void addFormatters(FormatterRegistry registry) {
                    registry.addConverter(converter);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RuntimeWiringConfigurer.class)
    static class GraphQl {

        @Bean
        static GraphQlArguments idgenGraphQlArguments(ObjectProvider<IdConverter> converter) {
            return new GraphQlArguments(converter);
        }

        @Bean
        GraphQlIds idgenGraphQlIds(PublicIds texts) {
            return new GraphQlIds(texts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RepositoryRestConfigurer.class)
    static class DataRest {

        @Bean
        DataRestIds idgenDataRestIds(PublicIds texts) {
            return new DataRestIds(texts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ModelConverter.class, IdJackson2Module.class})
    static class OpenApi {

        @Bean
        IdSchemas idgenIdSchemas(PublicIds texts, @Value(SNOWFLAKES_AS_TEXT) boolean snowflakesAsText) {
            return new IdSchemas(texts, snowflakesAsText);
        }
    }
}
