package io.github.hibernateidgen.internal.runtime;

import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUT;

import io.github.hibernateidgen.internal.settings.Remedies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;

/**
 * Advice for InnoDB, the storage engine of MySQL and MariaDB. Without lanes, overlapping units of work leave InnoDB's pages
 * half full.
 */
final class InnoDb {

    private InnoDb() {}

    /**
     * Returns which ids could leave pages half full, and the rates at which to change that. The rate of an application is
     * not known here.
     *
     * @param parts name the layouts and formats in use whose ids have no lanes
     * @return a line for the log; empty if all ids have lanes, or if the database is not MySQL or MariaDB, or is TiDB
     */
    static Optional<String> advice(Dialect dialect, List<Part> parts) {
        // TiDB's dialect extends MySQL's dialect. It is recognized by name, because only some versions of Hibernate
        // have it.
        if (!(dialect instanceof MySQLDialect)
                || dialect.getClass().getSimpleName().startsWith("TiDB")) {
            return Optional.empty();
        }
        List<String> withoutLanes = new ArrayList<>();
        for (Part part : parts) {
            withoutLanes.addAll(part.withoutLanes());
        }
        return withoutLanes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "ids of " + withoutLanes + ": if several threads or processes insert into a table at the same"
                                + " time, the pages of the table in MySQL or MariaDB are only half full. From about 100 rows a"
                                + " second of each process, " + SNOWFLAKE_LAYOUT + "=innodb, or for GUIDs"
                                + " @CombGuid(format = GuidFormat.INNODB), keeps the pages full. Up to 10 rows a second it is"
                                + " worse, so if you do not know the rate, change nothing. Decide before the first id: "
                                + Remedies.DOCS + "snowflake.md#time-in-two-parts");
    }
}
