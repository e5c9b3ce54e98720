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
 * Auto-configuration for operators: meters of the generators if Micrometer is present; the health contribution and the
 * endpoint {@code idgen} if Spring Boot's Actuator is present.
 *
 * <p>Spring Boot 4 moved the types for health, so there are separate configurations for Spring Boot 3 and Spring Boot 4.
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

    /** Called by Spring. */
    public IdgenActuateAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {

        /** Static, so that Spring creates no other bean before all post-processors exist. */
        @Bean
        static IdgenMetrics idgenMetrics(ConfigurableListableBeanFactory beans, Environment environment) {
            return new IdgenMetrics(
                    new IdgenFactories(beans),
                    environment.getProperty("idgen.metrics.by-attribute", Boolean.class, false));
        }
    }

    /**
     * Hides the keys of seals in endpoints that are set to show the values of properties. These endpoints hide only the
     * values that a sanitizing function selects.
     */
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
