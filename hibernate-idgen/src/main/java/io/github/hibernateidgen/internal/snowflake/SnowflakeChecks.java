package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SETTLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_WINDOW;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The checks of Snowflake ids and of their worker number, at the start of a session factory. */
final class SnowflakeChecks {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private SnowflakeChecks() {}

    /** Returns the checks in the order in which they run. */
    static List<Check> all() {
        return Arrays.asList(
                new Check("worker-table", Phase.BEFORE_VALIDATION, true, SnowflakeChecks::requireTable),
                new Check("layout-ends", Phase.BEFORE_CLAIM, false, SnowflakeChecks::warnOfEnd),
                new Check("highest-ids", Phase.BEFORE_CLAIM, true, HighestSnowflakes::check),
                new Check("worker-schema", Phase.BEFORE_CLAIM, false, SnowflakeChecks::warnOfOtherSchemas),
                new Check("fixed-number", Phase.BEFORE_CLAIM, false, SnowflakeChecks::warnOfFixedNumber),
                new Check("late-writes", Phase.AFTER_CLAIM, false, SnowflakeChecks::warnOfLateWrites),
                new Check("worker-table-found", Phase.AFTER_CLAIM, false, SnowflakeChecks::locate));
    }

    private static Snowflakes snowflakes(Start start) {
        return start.engines().part(Snowflakes.class);
    }

    /** Returns the table in which the worker number is reserved; null if the number comes from another source. */
    private static @Nullable JdbcReservationStore table(Start start) {
        OwnedSource worker = snowflakes(start).worker();
        return worker == null ? null : worker.table();
    }

    /**
     * Checks that the table of worker numbers exists, if Hibernate's schema tools manage that table. The check ignores a
     * temporary failure, because the claim of a worker number tries again.
     */
    private static void requireTable(Start start) {
        JdbcReservationStore table = table(start);
        if (table != null && snowflakes(start).settings().schemaTable().isPresent()) {
            try {
                table.read(ReservationTerms.DEFAULT.namespace(), 0, 1);
            } catch (ReservationStoreException e) {
                if (e.isPermanent()) {
                    throw start.settings().remedies().explained(e);
                }
            }
        }
    }

    /** Warns early, because the process may run for a long time before its next startup. */
    private static void warnOfEnd(Start start) {
        for (SnowflakeGenerator generator : snowflakes(start).snowflakeGenerators()) {
            generator.layout().notice(start.settings().clock().instant()).ifPresent(LOG::warn);
        }
    }

    /**
     * Warns if Hibernate's default schema determines the schema of the table of worker numbers, and ids are written to
     * another schema. An application with another default schema could write the same
     * table of ids, but reserve its worker numbers in another table.
     */
    private static void warnOfOtherSchemas(Start start) {
        JdbcTable table = snowflakes(start).settings().usedTable().orElse(null);
        List<SnowflakeAttribute> all = start.engines().attributes(SnowflakeAttribute.class);
        if (table == null || all.isEmpty() || table.schema() != null || table.catalog() != null) {
            return;
        }
        TableName reserved = start.database().name(table);
        for (SnowflakeAttribute attribute : all) {
            for (TableName written : attribute.tables()) {
                if (!written.isBeside(reserved)) {
                    LOG.warnf(
                            "Worker numbers are reserved in %s, which follows the default schema, but ids are written"
                                    + " to %s. An application with another default schema that writes %s reserves in"
                                    + " another table, and can make the same ids; name the same table for all"
                                    + " applications in %s",
                            reserved, written, written, start.named(WORKER_JDBC_TABLE));
                    return;
                }
            }
        }
    }

    /** Logs that a fixed number is not checked: as a warning if the database has the table in which it could be reserved. */
    private static void warnOfFixedNumber(Start start) {
        Snowflakes snowflakes = snowflakes(start);
        Long number = snowflakes.settings().number();
        if (snowflakes.worker() != null && number != null) {
            HibernateDatabase database = start.database();
            JdbcTable table = database.qualified(snowflakes.settings().table());
            boolean isReservable = !start.settings().isOffline() && database.hasTable(table);
            LOG.logf(
                    isReservable ? Logger.Level.WARN : Logger.Level.INFO,
                    "worker number %1$d from %2$s is not checked: another process with this number would make the same ids."
                            + " To have the number checked, remove %2$s and set %3$s=%1$d-%1$d, which reserves the number"
                            + " in %4$s",
                    number,
                    start.named(WORKER_ID),
                    start.named(WORKER_RANGE),
                    database.describe(table));
        }
    }

    private static void warnOfLateWrites(Start start) {
        JdbcReservationStore table = table(start);
        WorkerSettings settings = snowflakes(start).settings();
        if (table != null && settings.claimsAtStart()) {
            lateWrites(table, settings.terms(), start).ifPresent(LOG::warn);
        }
    }

    /**
     * Returns a warning if a kill of the database's process can lose reservations, and {@code settle} is too short to make up
     * for the loss.
     */
    private static Optional<String> lateWrites(JdbcReservationStore table, ReservationTerms terms, Start names) {
        Duration delay = table.writeDelay();
        if (delay.isZero() || terms.settle().compareTo(delay) > 0) {
            return Optional.empty();
        }
        String danger =
                ". If the process of the database is killed, two processes can get the same worker number and make the"
                        + " same ids; ";
        if (delay.toDays() > 0) { // No settle can be as long.
            return Optional.of(table.describe() + " is in a database of H2 2.5 on files, which can lose commits that"
                    + " it confirmed a minute ago" + danger + "use H2 2.4, another database, or another store: "
                    + names.named(WORKER_SOURCE));
        }
        long settle = delay.toSeconds() + 2;
        String window = settle * 3 > terms.window().toSeconds()
                ? ", and " + names.named(WORKER_WINDOW) + " to " + settle * 3 + "s"
                : "";
        return Optional.of(table.describe() + " is in a database that writes its commits to a file up to ["
                + delay.toMillis() + " ms] later" + danger + "set " + names.named(WORKER_SETTLE) + " to " + settle
                + "s"
                + window + ", or add ;WRITE_DELAY=0 to H2's URL, or ;hsqldb.write_delay=false to the path of HSQLDB's"
                + " database");
    }

    /**
     * Finds the table of worker numbers if the claim has not found it yet. At startup the connections of a pool are in the
     * schema that the pool gives them; later the application may leave them in another schema. With tenants, startup fails
     * if it can't find the table and the settings do not name its schema. If Hibernate starts without its database, only the
     * settings can name the schema.
     */
    private static void locate(Start start) {
        JdbcReservationStore store = table(start);
        JdbcTable named = snowflakes(start).settings().usedTable().orElse(null);
        if (store == null || named == null) {
            return;
        }
        JdbcTable found = start.database().qualified(named);
        if (!start.settings().isOffline()) {
            try {
                BoundedCall<JdbcTable> call =
                        new BoundedCall<>("idgen-worker-table", BoundedCall.LONGEST, store::locate, () -> {});
                call.start();
                found = call.await(BoundedCall.LONGEST_WAIT, () -> {});
            } catch (ReservationStoreException | TimeoutException e) {
                LOG.debugf("The first id finds the table of worker numbers, because startup could not: %s", e);
            }
        }
        start.database().requireSchema(found);
    }
}
