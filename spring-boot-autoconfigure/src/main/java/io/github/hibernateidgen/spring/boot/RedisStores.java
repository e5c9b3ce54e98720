package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;

/** The stores that {@code redis} means as a source. Neither Lettuce nor the stores need be on the class path. */
interface RedisStores {

    /** Stands for {@link SpringDataRedis} where a class that it needs is missing. */
    RedisStores MISSING = new RedisStores() {
        @Override
        public Object reservations() {
            throw invalid(IdgenSettings.WORKER_SOURCE);
        }

        @Override
        public Object segments() {
            throw invalid(IdgenSettings.SEGMENT_SOURCE);
        }

        private IdgenConfigurationException invalid(String setting) {
            return new IdgenConfigurationException(
                    setting,
                    "redis",
                    "its store, or Lettuce, is missing; add io.github.hibernateidgen:hibernate-idgen-redis and"
                            + " spring-boot-starter-data-redis");
        }
    };

    /**
     * Returns the store of worker numbers.
     *
     * @throws IdgenConfigurationException if there is no connection of Lettuce to a server that takes writes
     */
    Object reservations();

    /**
     * Returns the store of segments.
     *
     * @throws IdgenConfigurationException if there is no connection of Lettuce to a server that takes writes
     */
    Object segments();
}
