package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;

/**
 * Compares the highest id of each table with the ids that its layout makes now. Higher ids show that the layout was changed,
 * or that another generator has filled the table: new ids then sort before old rows, and can equal their ids.
 *
 * <p>Only keys are compared, because they have an index. The layout needs a single time field, on top: otherwise the highest
 * id is not the latest.
 *
 * <p>Not thread-safe.
 */
final class HighestSnowflakes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Covers a {@code max-ahead} of at most an hour, and the clocks of other machines. */
    private static final Duration TOLERANCE = Duration.ofHours(2);

    /** Limits how long startup waits. The last query may take as long again. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Map<String, Key> keys = new LinkedHashMap<>();

    private record Key(SnowflakeLayout layout, HighestId highest) {}

    /**
     * Adds an entity's key. Hibernate 7 and later bind each attribute twice. The last binding counts.
     *
     * @param key identifies the attribute
     */
    void add(String key, SnowflakeLayout layout, HighestId highest) {
        Stream<LayoutField> times = layout.fields().stream().filter(field -> field.kind() == LayoutField.Kind.TIME);
        if (times.count() == 1 && layout.fields().get(0).kind() == LayoutField.Kind.TIME) {
            keys.put(key, new Key(layout, highest));
        }
    }

    /**
     * Logs a warning for each table with ids above the ids of now. A key is skipped if its query fails, if the queries have
     * taken too long, or if there are tenants.
     */
    void check(SessionFactoryImplementor factory, HibernateDatabase database, Instant now, Remedies names) {
        Map<String, Key> queries = new LinkedHashMap<>();
        if (!factory.getSessionFactoryOptions().isMultiTenancyEnabled()) {
            for (Key key : keys.values()) {
                // Several entities can have one table. Then the layout with the highest ids counts.
                queries.merge(
                        key.highest.query(factory.getSqlStringGenerationContext()),
                        key,
                        (one, other) -> lastId(one.layout, now) < lastId(other.layout, now) ? other : one);
            }
        }
        keys.clear();
        long started = System.nanoTime();
        queries.forEach((query, key) -> {
            if (System.nanoTime() - started < LIMIT.toNanos()) {
                read(database, query, key).ifPresent(id -> compare(id, key, now, names));
            }
        });
    }

    private static Optional<Long> read(HibernateDatabase database, String query, Key key) {
        return database.firstRow(
                query,
                row -> {
                    long id = row.getLong(1);
                    return row.wasNull() ? null : id;
                },
                reason -> LOG.debugf(
                        "The highest id of %s is not compared with its layout: %s", key.highest.path(), reason));
    }

    private static void compare(long id, Key key, Instant now, Remedies names) {
        SnowflakeLayout layout = key.layout;
        if (id > lastId(layout, now)) {
            boolean isWide = id >>> layout.width() != 0;
            Duration ahead = isWide ? Duration.ZERO : Duration.between(now, layout.instant(id));
            LOG.warnf(
                    "%s has the id [%d] in the database, which is %s layout [%s]%s. So the row was made with another layout,"
                            + " epoch or generator, or the clock was ahead then or is behind now. New ids sort before such"
                            + " rows, and can be equal to their ids: the insert then fails with a duplicate key. Set the"
                            + " layout that made the rows in %s, or change to ids above them: %s",
                    key.highest.path(),
                    id,
                    isWide ? "above all ids of" : "[" + length(ahead) + "] after the ids that",
                    layout.name(),
                    isWide ? "" : " makes now",
                    names.named(IdgenSettings.SNOWFLAKE_LAYOUT),
                    Remedies.DOCS + "migrating/between-layouts.md#ids-above-the-ids-of-a-layout");
        }
    }

    private static String length(Duration ahead) {
        return ahead.toDays() < 2
                ? ahead.toHours() + " hours"
                : ahead.plusHours(12).toDays() + " days";
    }

    /** Returns the highest id that can be made at the end of the tolerance; the layout's highest id if the clock is outside. */
    private static long lastId(SnowflakeLayout layout, Instant now) {
        Instant last = layout.end().minusMillis(1);
        Instant tolerated = now.plus(TOLERANCE);
        boolean isInside = !tolerated.isBefore(layout.epoch()) && tolerated.isBefore(last);
        return layout.lastId(isInside ? tolerated : last);
    }
}
