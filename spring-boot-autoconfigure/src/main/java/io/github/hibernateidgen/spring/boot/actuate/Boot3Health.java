package io.github.hibernateidgen.spring.boot.actuate;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Contributes to the health of an application on Spring Boot 3. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnEnabledHealthIndicator("idgen")
class Boot3Health {

    @Bean
    @ConditionalOnMissingBean(name = "idgenHealthIndicator")
    HealthIndicator idgenHealthIndicator(ConfigurableListableBeanFactory beans) {
        IdgenFactories factories = new IdgenFactories(beans);
        return new AbstractHealthIndicator("The health of id generation could not be read") {
            @Override
            protected void doHealthCheck(Health.Builder builder) {
                IdgenHealth health = IdgenHealth.of(factories);
                builder.status(health.status()).withDetails(health.details());
            }
        };
    }
}
