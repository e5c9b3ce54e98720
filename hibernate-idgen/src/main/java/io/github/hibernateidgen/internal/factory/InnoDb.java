package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.List;
import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;

/** The storage engine of MySQL and MariaDB, whose pages several writers of time-ordered ids leave half full. */
final class InnoDb {

    private InnoDb() {}

    /**
     * Advises a layout of turns where several workers write.
     *
     * @param source where the worker number comes from
     * @param engines the generators in use
     * @return a line for the log; empty if no other worker is seen, or all layouts have turns
     */
    static Optional<String> advice(Dialect dialect, WorkerSource source, List<SnowflakeGenerator> engines) {
        // TiDB's dialect is MySQL's too, and is known by its name: only some versions of Hibernate have it.
        if (!(dialect instanceof MySQLDialect)
                || dialect.getClass().getSimpleName().startsWith("TiDB")) {
            return Optional.empty();
        }
        List<String> layouts = engines.stream()
                .map(SnowflakeGenerator::layout)
                .filter(layout -> layout.turn().equals(layout.tick()))
                .map(SnowflakeLayout::name)
                .toList();
        int others = source instanceof ReservedWorkerSource reserved ? reserved.others() : 0;
        return layouts.isEmpty() || others == 0
                ? Optional.empty()
                : Optional.of("Snowflake ids of layouts " + layouts + " sort by time, and [" + others
                        + "] other workers are at work: where rows of several overtake each other, InnoDB leaves pages half"
                        + " full. Layout [" + SnowflakeLayout.INNODB.name()
                        + "] keeps them full; new tables can have it,"
                        + " and old ones move to it at a border of a turn");
    }
}
