package io.github.hibernateidgen.internal.factory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.List;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.junit.jupiter.api.Test;

class InnoDbTest {

    private final InMemoryReservationStore store = new InMemoryReservationStore();

    private ReservedWorkerSource source() {
        return new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
    }

    private static List<SnowflakeGenerator> generators(WorkerSource source, SnowflakeLayout... layouts) {
        return List.of(layouts).stream()
                .map(layout -> new SnowflakeGenerator(layout, source))
                .toList();
    }

    @Test
    void adviceIsForSeveralWorkersOfMySqlAndMariaDb() {
        try (ReservedWorkerSource first = source();
                ReservedWorkerSource second = source()) {
            List<SnowflakeGenerator> alone = generators(first, SnowflakeLayout.STANDARD);
            first.reservation();
            assertThat(first.others()).isZero();
            assertThat(InnoDb.advice(new MariaDBDialect(), first, alone)).isEmpty();

            List<SnowflakeGenerator> both = generators(second, SnowflakeLayout.STANDARD, SnowflakeLayout.INNODB);
            second.reservation();
            assertThat(second.others()).isOne();
            for (Dialect dialect : List.of(new MariaDBDialect(), new MySQLDialect())) {
                assertThat(InnoDb.advice(dialect, second, both))
                        .hasValueSatisfying(line -> assertThat(line)
                                .startsWith("Snowflake ids of layouts [standard] sort by time, and [1] other workers")
                                .contains("Layout [innodb] keeps them full"));
            }
            for (Dialect dialect : List.of(new PostgreSQLDialect(), new H2Dialect(), new TiDBDialect())) {
                assertThat(InnoDb.advice(dialect, second, both)).isEmpty();
            }
            assertThat(InnoDb.advice(new MySQLDialect(), second, both.subList(1, 2)))
                    .as("nothing to move")
                    .isEmpty();
            assertThat(InnoDb.advice(new MySQLDialect(), WorkerSource.fixed(3), both))
                    .as("others are not seen")
                    .isEmpty();
        }
    }

    /** Hibernate's own has a name that begins like this, in the versions that have it. */
    private static final class TiDBDialect extends MySQLDialect {}
}
