package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Compares the highest id of each table with the ids that its layout makes now. Higher ids show that the layout was changed,
 * or that another generator has filled the table: new ids then sort before old rows, and can equal their ids.
 *
 * <p>Only keys are compared, because they have an index. The layout needs a single time field, on top: otherwise the highest
 * id is not the latest.
 */
final class HighestSnowflakes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Covers a {@code max-ahead} of at most an hour, and the clocks of other machines. */
    private static final Duration TOLERANCE = Duration.ofHours(2);

    /** Limits how long startup waits. The last query may take as long again. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private record Key(SnowflakeLayout layout, HighestId highest) {}

    private HighestSnowflakes() {}

    /**
     * Logs a warning for each table with ids above the ids of now. A key is skipped if its query fails, or if the queries
     * have taken too long. With tenants, all keys are skipped. Repeatable ids begin again at an earlier time.
     */
    static void check(Start start) {
        Settings settings = start.settings();
        if (start.hasTenants() || settings.repeatable() != null) {
            return;
        }
        Instant now = settings.clock().instant();
        Map<String, Key> queries = new LinkedHashMap<>();
        start.forEach(SnowflakeAttribute.class, (bound, mapped) -> {
            SnowflakeLayout layout = bound.layout().orElseThrow();
            if (isComparable(bound, mapped) && isLatestHighest(layout)) {
                Key key = new Key(layout, HighestId.of(mapped));
                // Several entities can have one table. Then the layout with the highest ids counts.
                queries.merge(
                        key.highest.query(start.database().dialect()),
                        key,
                        (one, other) -> lastId(one.layout, now) < lastId(other.layout, now) ? other : one);
            }
        });
        long started = System.nanoTime();
        queries.forEach((query, key) -> {
            if (System.nanoTime() - started < LIMIT.toNanos()) {
                read(start.database(), query, key).ifPresent(id -> compare(id, key, now, settings.remedies()));
            }
        });
    }

    /**
     * Returns whether the highest id can be compared with the layout. Ids that the application sets may be higher, and text
     * may not sort as the numbers do.
     */
    private static boolean isComparable(SnowflakeAttribute bound, MappedAttribute mapped) {
        return mapped.isWholeId() && !bound.isAssignable() && mapped.javaType() != String.class;
    }

    private static boolean isLatestHighest(SnowflakeLayout layout) {
        Stream<LayoutField> times = layout.fields().stream().filter(field -> field.kind() == LayoutField.Kind.TIME);
        return times.count() == 1 && layout.fields().get(0).kind() == LayoutField.Kind.TIME;
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
