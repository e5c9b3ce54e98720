package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The properties that a user has set, as Hibernate settings of the same words. The rest is left to the library, which
 * has the defaults.
 */
record PropertySettings(IdgenProperties properties, ListableBeanFactory beans, Supplier<@Nullable RedisStores> redis)
        implements SettingsContributor {

    private static final String REDIS = "redis";
    private static final String SEAL_KEYS = "seal.keys";

    @Override
    public void addTo(Map<String, Object> settings) {
        addWorker(properties.worker(), settings);
        addSnowflake(properties.snowflake(), settings);
        addSegment(properties.segment(), settings);
        addSeal(properties.seal(), settings);
        put(settings, "column-check", word(properties.columnCheck()));
        if (properties.clock() != null) {
            put(settings, "clock", clock(properties.clock()));
        }
    }

    private void addWorker(IdgenProperties.Worker worker, Map<String, Object> settings) {
        String source = worker.source();
        put(
                settings,
                "worker.source",
                REDIS.equals(source) ? redis(IdgenSettings.WORKER_SOURCE).reservations() : source);
        put(settings, "worker.id", worker.id());
        put(settings, "worker.namespace", worker.namespace());
        put(settings, "worker.window", worker.window());
        put(settings, "worker.timeout", worker.timeout());
        put(settings, "worker.max-skew", worker.maxSkew());
        put(settings, "worker.settle", worker.settle());
        put(settings, "worker.claim", word(worker.claim()));
        IdgenProperties.Worker.Jdbc jdbc = worker.jdbc();
        put(settings, "worker.jdbc.table", jdbc.table());
        put(settings, "worker.jdbc.schema-management", word(jdbc.schemaManagement()));
    }

    private static void addSnowflake(IdgenProperties.Snowflake snowflake, Map<String, Object> settings) {
        put(settings, "snowflake.layout", snowflake.layout());
        put(settings, "snowflake.max-ahead", snowflake.maxAhead());
        put(settings, "snowflake.max-wait", snowflake.maxWait());
        put(settings, "snowflake.sequence-spread", snowflake.sequenceSpread());
        snowflake.layouts().forEach((name, layout) -> {
            String key = "snowflake.layouts." + name;
            put(settings, key + ".fields", layout.fields());
            put(settings, key + ".epoch", layout.epoch());
            put(settings, key + ".tick", layout.tick());
        });
    }

    private void addSegment(IdgenProperties.Segment segment, Map<String, Object> settings) {
        String source = segment.source();
        put(
                settings,
                "segment.source",
                REDIS.equals(source) ? redis(IdgenSettings.SEGMENT_SOURCE).segments() : source);
        put(settings, "segment.offset", segment.offset());
        put(settings, "segment.step", segment.step());
        put(settings, "segment.max-prefetch", segment.maxPrefetch());
        put(settings, "segment.max-concurrent-fetches", segment.maxConcurrentFetches());
        put(settings, "segment.timeout", segment.timeout());
    }

    /** As an object, which shows no key wherever the settings of the entity manager factory are shown. */
    private static void addSeal(IdgenProperties.Seal seal, Map<String, Object> settings) {
        String keys = seal.keys();
        if (keys != null && !keys.isBlank()) {
            try {
                put(settings, SEAL_KEYS, SealKeys.parse(keys));
            } catch (IllegalArgumentException e) {
                throw new IdgenConfigurationException(
                        IdgenSettings.SEAL_KEYS, "hidden", String.valueOf(e.getMessage()), e);
            }
        }
        put(settings, "seal.accept-plain", seal.acceptPlain());
    }

    private RedisStores redis(String setting) {
        RedisStores stores = redis.get();
        if (stores == null) {
            throw new IdgenConfigurationException(
                    setting,
                    REDIS,
                    "its store, or Lettuce, is missing; add io.github.hibernateidgen:hibernate-idgen-redis and"
                            + " spring-boot-starter-data-redis");
        }
        return stores;
    }

    /** Finds the clock that a property names, and makes no other bean to find out. */
    private InstantSource clock(String name) {
        if (beans.containsBean(name) && beans.getBean(name) instanceof InstantSource clock) {
            return clock;
        }
        throw new IdgenConfigurationException(
                "idgen.clock",
                name,
                "no bean of type " + InstantSource.class.getName() + " has this name; name one of "
                        + List.of(beans.getBeanNamesForType(InstantSource.class, true, false)) + " or define it");
    }

    private static void put(Map<String, Object> settings, String key, @Nullable Object value) {
        if (value != null) {
            settings.put(IdgenSettings.PREFIX + key, value);
        }
    }

    /** The word that the library knows a constant by. */
    private static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null
                ? null
                : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
