package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.internal.text.Secrets;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of what operators see of the generators: meters where Micrometer is there; the health contribution
 * and the endpoint {@code idgen} where Spring Boot's Actuator is.
 *
 * <p>Spring Boot moved its types for health in version 4, so that there is a configuration for each line.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({EntityManagerFactory.class, SessionFactory.class})
@ConditionalOnBean(EntityManagerFactory.class)
@Import({Boot3Health.class, Boot4Health.class})
public final class IdgenActuateAutoConfiguration {

    /** For Spring. */
    public IdgenActuateAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        /** Static, so that no other bean is made before all post-processors are there. */
        @Bean
        static IdgenMetrics idgenMetrics(ConfigurableListableBeanFactory beans, Environment environment) {
            return new IdgenMetrics(
                    new IdgenFactories(beans),
                    environment.getProperty("idgen.metrics.by-attribute", Boolean.class, false));
        }
    }

    /** For endpoints that show values, of which Spring Boot hides those alone that it is told of. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SanitizingFunction.class)
    static class KeysConfiguration {

        @Bean
        SanitizingFunction idgenSealKeysSanitizer() {
            return data -> Secrets.isSecret(data.getKey()) ? data.withSanitizedValue() : data;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    @ConditionalOnAvailableEndpoint(IdgenEndpoint.class)
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnMissingBean
        IdgenEndpoint idgenEndpoint(ConfigurableListableBeanFactory beans) {
            return new IdgenEndpoint(new IdgenFactories(beans));
        }
    }
}
