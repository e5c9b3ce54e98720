package io.github.hibernateidgen.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.junit.jupiter.api.Test;

class InnoDbTest {

    @Test
    void adviceIsForLayoutsWithoutLanesOnMySqlAndMariaDb() {
        List<String> all = List.of("standard", "turns", "RFC_9562");
        for (Dialect dialect : List.of(new MariaDBDialect(), new MySQLDialect())) {
            assertThat(InnoDb.advice(dialect, all, "hibernate.idgen.snowflake.layout"))
                    .hasValueSatisfying(line -> assertThat(line)
                            .startsWith("ids of [standard, turns, RFC_9562]: if several threads")
                            .contains(
                                    "From about 100 rows a second of each process, hibernate.idgen.snowflake.layout=innodb")
                            .contains("if you do not know the rate, change nothing")
                            .endsWith("/docs/snowflake.md#time-in-two-parts"));
            assertThat(InnoDb.advice(dialect, List.of("RFC_9562"), "hibernate.idgen.snowflake.layout"))
                    .hasValueSatisfying(line -> assertThat(line).startsWith("ids of [RFC_9562]: "));
            assertThat(InnoDb.advice(dialect, List.of(), "hibernate.idgen.snowflake.layout"))
                    .as("all ids have lanes, or there are none")
                    .isEmpty();
        }
        for (Dialect dialect : List.of(new PostgreSQLDialect(), new H2Dialect(), new TiDBDialect())) {
            assertThat(InnoDb.advice(dialect, all, "hibernate.idgen.snowflake.layout"))
                    .isEmpty();
        }
    }

    @Entity(name = "Order")
    @Table(name = "orders")
    static class Order {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId(layout = "innodb")
        Long number;

        @CombGuid
        UUID reference;

        @CombGuid
        UUID other;

        @CombGuid(format = GuidFormat.INNODB)
        UUID last;
    }

    @Test
    void layoutsAndFormatsWithoutLanesAreNamedOnce() {
        try (SessionFactory factory = Hibernate.onH2(Order.class).start()) {
            assertThat(InnoDb.withoutLanes(Idgen.of(factory).attributes())).containsExactly("standard", "RFC_9562");
        }
    }

    /** Hibernate's own has a name that begins like this, in the versions that have it. */
    private static final class TiDBDialect extends MySQLDialect {}
}
