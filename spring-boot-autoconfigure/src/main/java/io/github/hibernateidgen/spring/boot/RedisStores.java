package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.settings.Setting;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The stores behind the source {@code redis}. The methods that return a store throw an {@code IdgenConfigurationException}
 * if the application has no Lettuce connection to a server that accepts writes. This interface loads without Lettuce and
 * without the stores on the class path.
 */
interface RedisStores {

    /** The value that selects these stores, in the setting for the source of worker numbers or of segments. */
    String REDIS = "redis";

    /** Returns whether a setting selects these stores. */
    static boolean areSelected(Environment environment, Setting source) {
        return Binder.get(environment)
                .bind(PropertySettings.PREFIX + source.shortKey(), String.class)
                .orElse("")
                .strip()
                .equals(REDIS);
    }

    /** Returns the store of worker numbers. */
    Object reservations();

    /** Returns the store of segments. Also throws for Sentinel and Cluster, where a failover can lose numbers. */
    Object segments();
}
