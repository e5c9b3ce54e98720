package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
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
     * Advises the use of a layout with lanes.
     *
     * @param engines the generators in use
     * @return a line for the log; empty if all layouts have lanes, or if the database is not MySQL or MariaDB, or is TiDB
     */
    static Optional<String> advice(Dialect dialect, List<SnowflakeGenerator> engines) {
        // TiDB's dialect extends MySQL's dialect. It is recognized by name, because only some versions of Hibernate
        // have it.
        if (!(dialect instanceof MySQLDialect)
                || dialect.getClass().getSimpleName().startsWith("TiDB")) {
            return Optional.empty();
        }
        List<String> layouts = engines.stream()
                .map(SnowflakeGenerator::layout)
                .filter(layout -> layout.lanes() == 1)
                .map(SnowflakeLayout::name)
                .toList();
        return layouts.isEmpty()
                ? Optional.empty()
                : Optional.of("Snowflake ids of layouts " + layouts
                        + " have no lanes: where threads or processes insert at the same time, their rows overtake each"
                        + " other, and InnoDB leaves pages half full. Layout [" + SnowflakeLayout.INNODB.name()
                        + "] gives each unit of work a lane, and keeps pages full; new tables can use it, and tables"
                        + " of layout [" + SnowflakeLayout.STANDARD.name() + "] can move to it at the start of a turn");
    }
}
