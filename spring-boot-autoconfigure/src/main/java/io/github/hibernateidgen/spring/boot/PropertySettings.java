package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a user has set, as Hibernate settings of the same words. The rest is left to the library, which
 * has the defaults.
 */
record PropertySettings(IdgenProperties properties, NamedBeans beans) implements SettingsContributor {

    static final String SOURCE = "worker.source";
    static final String ZOOKEEPER_CLIENT = "worker.zookeeper.client";
    static final String REDIS_CLIENT = "redis.client";
    static final String ETCD_CLIENT = "worker.etcd.client";
    static final String SEGMENT_REDIS_CLIENT = "segment.redis.client";
    private static final String SEAL_KEYS = "seal.keys";
    private static final String DATA_SOURCE = "worker.jdbc.data-source";

    @Override
    public void addTo(Map<String, Object> settings) {
        addWorker(properties.worker(), settings);
        addSnowflake(properties.snowflake(), settings);
        addSegment(properties.segment(), settings);
        put(settings, "redis.uri", properties.redis().uri());
        addSeal(properties.seal(), settings);
        put(settings, "column-check", word(properties.columnCheck()));
        if (properties.clock() != null) {
            put(settings, "clock", beans.get("idgen.clock", properties.clock(), InstantSource.class));
        }
    }

    private void addWorker(IdgenProperties.Worker worker, Map<String, Object> settings) {
        put(settings, SOURCE, word(worker.source()));
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
        if (jdbc.dataSource() != null) {
            put(settings, DATA_SOURCE, beans.get("idgen." + DATA_SOURCE, jdbc.dataSource(), DataSource.class));
        }
        put(settings, "worker.zookeeper.connect", worker.zookeeper().connect());
        put(settings, "worker.zookeeper.path", worker.zookeeper().path());
        put(settings, "worker.redis.prefix", worker.redis().prefix());
        put(settings, "worker.etcd.endpoints", worker.etcd().endpoints());
        put(settings, "worker.etcd.prefix", worker.etcd().prefix());
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

    private static void addSegment(IdgenProperties.Segment segment, Map<String, Object> settings) {
        put(settings, "segment.source", word(segment.source()));
        put(settings, "segment.redis.uri", segment.redis().uri());
        put(settings, "segment.redis.prefix", segment.redis().prefix());
        put(settings, "segment.redis.settle", segment.redis().settle());
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

    static void put(Map<String, Object> settings, String key, @Nullable Object value) {
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
