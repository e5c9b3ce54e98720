package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkersCommandTest {

    private static final long NOW = Cli.NOW.toEpochMilli();

    private TestTable database;

    @BeforeEach
    void reserve() throws SQLException {
        database = new TestTable();
        database.store.compareAndSet("default", null, new StoredSlot(0, "orders-1.17/aa", NOW + 45_000));
        database.store.compareAndSet("default", null, new StoredSlot(7, "orders-2.23/bb", NOW - 1));
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void listsWhoHoldsWhichNumberUntilWhen() {
        Result listed = Cli.run("workers", "--url", database.url);
        assertThat(listed.exit()).isZero();
        assertThat(listed.out().lines())
                .containsExactly(
                        "namespace [default] in [JDBC table PUBLIC.idgen_worker], at 2026-11-22T08:00:00Z",
                        "     0  held until 2026-11-22T08:00:45Z      orders-1.17/aa",
                        "     7  free since 2026-11-22T07:59:59.999Z  orders-2.23/bb");
        assertThat(Cli.run("workers", "--url", database.url, "--json").out().lines())
                .hasSize(2)
                .first()
                .isEqualTo("{\"worker\":0,\"held\":true,\"reservedUntil\":\"2026-11-22T08:00:45Z\","
                        + "\"owner\":\"orders-1.17/aa\"}");
        assertThat(Cli.run("workers", "--url", database.url, "--range", "5-9")
                        .out()
                        .lines())
                .containsExactly(
                        "namespace [default] in [JDBC table PUBLIC.idgen_worker], at 2026-11-22T08:00:00Z, 5 of 5 numbers"
                                + " free in the range [5-9]",
                        "     7  free since 2026-11-22T07:59:59.999Z  orders-2.23/bb");
        assertThat(Cli.run("workers", "--url", database.url, "--range", "0-511").out())
                .contains("511 of 512 numbers free in the range [0-511]");
        assertThat(Cli.run("workers", "--url", database.url, "--range", "8-9").out())
                .contains("in which no number of the range was ever reserved, 2 of 2 numbers free in the range [8-9]");
        assertThat(Cli.run("workers", "--url", database.url, "--namespace", "other")
                        .out())
                .contains("in which no number was ever reserved");
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(Cli.run("workers").err()).contains("give --url");
        Result driver = Cli.run("workers", "--url", "jdbc:nowhere:x");
        assertThat(driver.exit()).isEqualTo(Exit.REJECTED);
        assertThat(driver.err()).contains("no driver knows url [jdbc:nowhere:x]; give the driver's jar with --driver");
        Result table = Cli.run("workers", "--url", database.url, "--store", "nothing");
        assertThat(table.exit()).isEqualTo(Exit.FAILED);
        assertThat(table.err()).contains("JDBC table PUBLIC.nothing could not be read");
        // It is not the table that is missing.
        Result server = Cli.run("workers", "--url", "jdbc:h2:tcp://127.0.0.1:1/x;PASSWORD=secret");
        assertThat(server.exit()).isEqualTo(Exit.FAILED);
        assertThat(server.err())
                .startsWith(
                        "no connection to database [jdbc:h2:tcp://127.0.0.1:1/x;PASSWORD=***]: Connection is broken")
                .doesNotContain("table", "secret")
                .hasLineCount(1);
        Result name = Cli.run("workers", "--url", database.url, "--store", "a.b.c.d");
        assertThat(name.exit()).isEqualTo(Exit.REJECTED);
        assertThat(name.err()).contains("[a.b.c.d] has more than three parts");
    }
}
