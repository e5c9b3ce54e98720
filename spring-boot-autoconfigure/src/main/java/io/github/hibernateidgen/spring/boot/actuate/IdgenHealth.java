package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.PartHealth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The health of all entity manager factories, with Spring Boot's names for the status. This record uses no class of Spring
 * Boot, because Spring Boot 4 moved the classes for health.
 *
 * @param status {@code UP} if all parts are up, {@code OUT_OF_SERVICE} otherwise
 * @param details the details of each part, by factory
 */
record IdgenHealth(String status, Map<String, Object> details) {

    static IdgenHealth of(IdgenFactories factories) {
        Map<String, List<PartHealth>> parts = new LinkedHashMap<>();
        factories.all().forEach((name, idgen) -> parts.put(name, idgen.health()));
        return of(parts);
    }

    static IdgenHealth of(Map<String, List<PartHealth>> factories) {
        boolean isUp = true;
        Map<String, Object> details = new LinkedHashMap<>();
        for (Map.Entry<String, List<PartHealth>> factory : factories.entrySet()) {
            Map<String, Object> parts = new LinkedHashMap<>();
            for (PartHealth part : factory.getValue()) {
                isUp &= part.isUp();
                parts.put(part.name(), part.details());
            }
            details.put(factory.getKey(), parts);
        }
        return new IdgenHealth(isUp ? "UP" : "OUT_OF_SERVICE", details);
    }
}
