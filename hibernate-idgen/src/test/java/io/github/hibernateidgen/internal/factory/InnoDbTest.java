package io.github.hibernateidgen.internal.factory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.junit.jupiter.api.Test;

class InnoDbTest {

    private static final SnowflakeLayout TURNS = SnowflakeLayout.named("turns")
            .fields("time:25, worker:10, time:16, sequence:12")
            .build();

    private static List<SnowflakeGenerator> generators(SnowflakeLayout... layouts) {
        WorkerSource source = WorkerSource.fixed(3);
        return Stream.of(layouts)
                .map(layout -> new SnowflakeGenerator(layout, source))
                .toList();
    }

    @Test
    void adviceIsForLayoutsWithoutLanesOnMySqlAndMariaDb() {
        List<SnowflakeGenerator> all = generators(SnowflakeLayout.STANDARD, SnowflakeLayout.INNODB, TURNS);
        for (Dialect dialect : List.of(new MariaDBDialect(), new MySQLDialect())) {
            assertThat(InnoDb.advice(dialect, all, List.of("RFC_9562", "INNODB")))
                    .hasValueSatisfying(line -> assertThat(line)
                            .startsWith("ids of [standard, turns, RFC_9562]: if several threads")
                            .contains(
                                    "From about 100 rows a second of each process, hibernate.idgen.snowflake.layout=innodb")
                            .contains("if you do not know the rate, change nothing")
                            .endsWith("/docs/snowflake.md#time-in-two-parts"));
            assertThat(InnoDb.advice(dialect, List.of(), List.of("RFC_9562")))
                    .hasValueSatisfying(line -> assertThat(line).startsWith("ids of [RFC_9562]: "));
            assertThat(InnoDb.advice(dialect, all.subList(1, 2), List.of("INNODB")))
                    .as("nothing to move")
                    .isEmpty();
            assertThat(InnoDb.advice(dialect, List.of(), List.of()))
                    .as("no Snowflake ids")
                    .isEmpty();
        }
        for (Dialect dialect : List.of(new PostgreSQLDialect(), new H2Dialect(), new TiDBDialect())) {
            assertThat(InnoDb.advice(dialect, all, List.of("RFC_9562"))).isEmpty();
        }
    }

    /** Hibernate's own has a name that begins like this, in the versions that have it. */
    private static final class TiDBDialect extends MySQLDialect {}
}
