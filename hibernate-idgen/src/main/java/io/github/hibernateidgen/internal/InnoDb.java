package io.github.hibernateidgen.internal;

import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_LAYOUT;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import io.github.hibernateidgen.internal.settings.Remedies;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.jboss.logging.Logger;

/**
 * Advice for InnoDB, the storage engine of MySQL and MariaDB. Without lanes, overlapping units of work leave InnoDB's pages
 * half full.
 */
final class InnoDb {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private InnoDb() {}

    /** Returns the check that logs the advice. It stands beside the list of the kinds, because it names two of them. */
    static Check check() {
        return new Check("innodb-advice", Phase.AFTER_CLAIM, false, InnoDb::advise);
    }

    private static void advise(Start start) {
        advice(
                        start.factory().getJdbcServices().getDialect(),
                        withoutLanes(start.engines().attributes(BoundAttribute.class)),
                        start.named(SNOWFLAKE_LAYOUT))
                .ifPresent(LOG::info);
    }

    /** Returns the names of the layouts, and then of the formats, that attributes have and whose ids have no lanes. */
    static Set<String> withoutLanes(List<? extends GeneratedAttribute> attributes) {
        Set<String> names = new LinkedHashSet<>();
        for (GeneratedAttribute attribute : attributes) {
            attribute.layout().filter(layout -> layout.lanes() == 1).ifPresent(layout -> names.add(layout.name()));
        }
        for (GeneratedAttribute attribute : attributes) {
            attribute
                    .format()
                    .filter(format -> format != GuidFormat.INNODB)
                    .ifPresent(format -> names.add(format.name()));
        }
        return names;
    }

    /**
     * Returns which ids could leave pages half full, and the rates at which to change that. The rate of an application is
     * not known here.
     *
     * @param withoutLanes the names of the layouts and formats in use whose ids have no lanes
     * @param layoutSetting the setting of the layout, as the user's framework names it
     * @return a line for the log; empty if all ids have lanes, or if the database is not MySQL or MariaDB, or is TiDB
     */
    static Optional<String> advice(Dialect dialect, Collection<String> withoutLanes, String layoutSetting) {
        // TiDB's dialect extends MySQL's dialect. It is recognized by name, because only some versions of Hibernate
        // have it.
        boolean isInnoDb = dialect instanceof MySQLDialect
                && !dialect.getClass().getSimpleName().startsWith("TiDB");
        return !isInnoDb || withoutLanes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "ids of " + withoutLanes + ": if several threads or processes insert into a table at the same"
                                + " time, the pages of the table in MySQL or MariaDB are only half full. From about 100 rows a"
                                + " second of each process, " + layoutSetting + "=innodb, or for GUIDs"
                                + " @CombGuid(format = GuidFormat.INNODB), keeps the pages full. Up to 10 rows a second it is"
                                + " worse, so if you do not know the rate, change nothing. Decide before the first id: "
                                + Remedies.DOCS + "snowflake.md#time-in-two-parts");
    }
}
