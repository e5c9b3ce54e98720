package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.junit.jupiter.api.Test;

class InnoDbTest {

    private static Part part(String... withoutLanes) {
        return new Part() {
            @Override
            public List<String> withoutLanes() {
                return List.of(withoutLanes);
            }

            @Override
            public void beforeImage() {}

            @Override
            public void afterImage() {}

            @Override
            public Runnable close() {
                return () -> {};
            }
        };
    }

    @Test
    void adviceIsForLayoutsWithoutLanesOnMySqlAndMariaDb() {
        List<Part> all = List.of(part("standard", "turns"), part(), part("RFC_9562"));
        for (Dialect dialect : List.of(new MariaDBDialect(), new MySQLDialect())) {
            assertThat(InnoDb.advice(dialect, all))
                    .hasValueSatisfying(line -> assertThat(line)
                            .startsWith("ids of [standard, turns, RFC_9562]: if several threads")
                            .contains(
                                    "From about 100 rows a second of each process, hibernate.idgen.snowflake.layout=innodb")
                            .contains("if you do not know the rate, change nothing")
                            .endsWith("/docs/snowflake.md#time-in-two-parts"));
            assertThat(InnoDb.advice(dialect, List.of(part("RFC_9562"))))
                    .hasValueSatisfying(line -> assertThat(line).startsWith("ids of [RFC_9562]: "));
            assertThat(InnoDb.advice(dialect, List.of(part())))
                    .as("all ids have lanes, or there are none")
                    .isEmpty();
        }
        for (Dialect dialect : List.of(new PostgreSQLDialect(), new H2Dialect(), new TiDBDialect())) {
            assertThat(InnoDb.advice(dialect, all)).isEmpty();
        }
    }

    /** Hibernate's own has a name that begins like this, in the versions that have it. */
    private static final class TiDBDialect extends MySQLDialect {}
}
