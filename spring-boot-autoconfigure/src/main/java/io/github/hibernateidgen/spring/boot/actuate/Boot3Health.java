package io.github.hibernateidgen.spring.boot.actuate;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Contributes to the health of an application on Spring Boot 3. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnEnabledHealthIndicator("idgen")
class Boot3Health {

    @Bean
    HealthIndicator idgenHealthIndicator(IdgenFactories factories) {
        return () -> {
            IdgenHealth health = IdgenHealth.of(factories.all());
            return Health.status(health.state().name())
                    .withDetails(health.details())
                    .build();
        };
    }
}
