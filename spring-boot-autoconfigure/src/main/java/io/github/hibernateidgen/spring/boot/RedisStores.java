package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.settings.Setting;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The stores that {@code redis} means as a source. Each method throws an {@code IdgenConfigurationException} if there is no
 * connection of Lettuce to a server that takes writes. Neither Lettuce nor the stores need be on the class path.
 */
interface RedisStores {

    /** The source of worker numbers, or of segments, that means these stores. */
    String REDIS = "redis";

    /** Whether a setting asks for these stores. */
    static boolean areIn(Environment environment, Setting source) {
        return Binder.get(environment)
                .bind(PropertySettings.PREFIX + source.shortKey(), String.class)
                .orElse("")
                .strip()
                .equals(REDIS);
    }

    /** Returns the store of worker numbers. */
    Object reservations();

    /** Returns the store of segments. */
    Object segments();
}
