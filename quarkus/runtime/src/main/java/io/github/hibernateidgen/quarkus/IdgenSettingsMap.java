package io.github.hibernateidgen.quarkus;

import static io.github.hibernateidgen.config.IdgenSettings.COLUMN_CHECK;
import static io.github.hibernateidgen.config.IdgenSettings.SEAL_ACCEPT_PLAIN;
import static io.github.hibernateidgen.config.IdgenSettings.SEAL_KEYS;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_CONCURRENT_FETCHES;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_MAX_PREFETCH;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_OFFSET;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_STEP;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_TIMEOUT;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUT;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUTS;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_AHEAD;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_WAIT;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_SEQUENCE_SPREAD;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_MAX_SKEW;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_NAMESPACE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SETTLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_TIMEOUT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_WINDOW;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.text.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The settings of Quarkus as Hibernate's: what is not set is left out. Not thread-safe. */
final class IdgenSettingsMap {

    /** What the settings begin with in Quarkus. */
    static final String PREFIX = "quarkus.hibernate-idgen.";

    private final Map<String, Optional<String>> settings = new LinkedHashMap<>();

    private IdgenSettingsMap() {}

    /** All that can be set when the application runs. */
    static IdgenSettingsMap of(IdgenConfig config) {
        return new IdgenSettingsMap()
                .worker(config.worker())
                .snowflake(config.snowflake())
                .segment(config.segment())
                .put(SEAL_KEYS, config.seal().keys())
                .put(SEAL_ACCEPT_PLAIN, config.seal().acceptPlain())
                .put(COLUMN_CHECK, config.columnCheck());
    }

    /** The layouts, which the mapping names. */
    static Map<String, String> layouts(IdgenFixedConfig config) {
        IdgenSettingsMap layouts = new IdgenSettingsMap();
        config.snowflake().layouts().forEach((name, layout) -> {
            String prefix = SNOWFLAKE_LAYOUTS + name;
            layouts.put(prefix + ".fields", Optional.of(layout.fields()))
                    .put(prefix + ".epoch", layout.epoch())
                    .put(prefix + ".tick", layout.tick());
        });
        return layouts.given();
    }

    /** Those that are set. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        settings.forEach((name, value) -> value.ifPresent(text -> given.put(name, text)));
        return given;
    }

    /** Whether a name in Quarkus is that of a setting, of the run or of the build. */
    boolean knows(String name) {
        if (!name.startsWith(PREFIX)) {
            return false;
        }
        String rest = name.substring(PREFIX.length());
        return settings.containsKey(IdgenSettings.PREFIX + rest)
                || rest.equals("health.enabled")
                || rest.equals("metrics.enabled")
                || rest.matches("snowflake\\.layouts\\..+\\.(fields|epoch|tick)");
    }

    /** Finds the setting that a misspelt name, or the misspelt name of an environment variable, was meant to be. */
    Optional<String> nearest(String misspelt) {
        List<String> names = settings.keySet().stream()
                .map(name -> PREFIX + name.substring(IdgenSettings.PREFIX.length()))
                .toList();
        return Spelling.nearest(
                misspelt,
                misspelt.startsWith(PREFIX)
                        ? names
                        : names.stream().map(IdgenSettingsMap::variable).toList());
    }

    /** Whether an environment variable is of a setting. */
    boolean knowsVariable(String variable) {
        return variable.matches(variable(PREFIX) + "SNOWFLAKE_LAYOUTS_.+_(FIELDS|EPOCH|TICK)")
                || variable.equals(variable(PREFIX + "health.enabled"))
                || variable.equals(variable(PREFIX + "metrics.enabled"))
                || settings.keySet().stream()
                        .map(name -> PREFIX + name.substring(IdgenSettings.PREFIX.length()))
                        .anyMatch(name -> variable.equals(variable(name)));
    }

    /** As MicroProfile Config writes the name of a property in the environment. */
    static String variable(String property) {
        return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    private IdgenSettingsMap worker(IdgenConfig.Worker worker) {
        return put(WORKER_SOURCE, worker.source())
                .put(WORKER_ID, worker.id())
                .put(WORKER_CLAIM, worker.claim())
                .put(WORKER_NAMESPACE, worker.namespace())
                .put(WORKER_WINDOW, worker.window())
                .put(WORKER_TIMEOUT, worker.timeout())
                .put(WORKER_MAX_SKEW, worker.maxSkew())
                .put(WORKER_SETTLE, worker.settle())
                .put(WORKER_JDBC_TABLE, worker.jdbc().table())
                .put(WORKER_JDBC_SCHEMA_MANAGEMENT, worker.jdbc().schemaManagement());
    }

    private IdgenSettingsMap snowflake(IdgenConfig.Snowflake snowflake) {
        return put(SNOWFLAKE_LAYOUT, snowflake.layout())
                .put(SNOWFLAKE_MAX_AHEAD, snowflake.maxAhead())
                .put(SNOWFLAKE_MAX_WAIT, snowflake.maxWait())
                .put(SNOWFLAKE_SEQUENCE_SPREAD, snowflake.sequenceSpread());
    }

    private IdgenSettingsMap segment(IdgenConfig.Segment segment) {
        return put(SEGMENT_SOURCE, segment.source())
                .put(SEGMENT_OFFSET, segment.offset())
                .put(SEGMENT_STEP, segment.step())
                .put(SEGMENT_MAX_PREFETCH, segment.maxPrefetch())
                .put(SEGMENT_MAX_CONCURRENT_FETCHES, segment.maxConcurrentFetches())
                .put(SEGMENT_TIMEOUT, segment.timeout());
    }

    private IdgenSettingsMap put(String name, Optional<String> value) {
        settings.put(name, value);
        return this;
    }
}
