package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackfillCommandTest {

    /** H2's clock, which a claim is compared with, is the system's. */
    private static final Instant NOW = Instant.now();

    private TestTable database;

    @BeforeEach
    void create() throws SQLException {
        database = new TestTable();
        database.execute("create table orders (id int primary key, placed_at timestamp(3) with time zone,"
                + " local_time timestamp(3), millis bigint, sid bigint, text_id varchar(20), region varchar(5))");
        database.execute("insert into orders select x, timestamp with time zone '2025-03-01 12:00:00+00:00'"
                + " + (x / 10) * interval '1' second, timestamp '2025-03-01 13:00:00',"
                + " 1740830400000 + x, null, null, 'eu' from system_range(1, 2500)");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private Result backfill(String... more) {
        List<String> args = new ArrayList<>(List.of("backfill", "orders", "--url", database.url));
        if (!List.of(more).contains("--id")) {
            args.addAll(List.of("--id", "sid"));
        }
        if (!List.of(more).contains("--created")) {
            args.addAll(List.of("--created", "placed_at"));
        }
        if (!List.of(more).contains("--key")) {
            args.addAll(List.of("--key", "id"));
        }
        args.addAll(List.of(more));
        return Cli.runAt(NOW, args.toArray(String[]::new));
    }

    @Test
    void saysWhatItWouldDoAndWritesNothing() throws SQLException {
        Result planned = backfill();
        assertThat(planned.err()).isEmpty();
        assertThat(planned.exit()).isZero();
        assertThat(planned.out().lines())
                .containsExactly(
                        "table    orders",
                        "worker   1023",
                        "layout   standard",
                        "from     2025-03-01T12:00:00Z",
                        "to       2025-03-01T12:04:10Z",
                        "rows     2500",
                        "written  0",
                        "left     2500",
                        "nothing is written without --write");
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(0L);
        assertThat(database.store.read("default")).isEmpty();
    }

    @Test
    void givesIdsThatTellWhenRowsWereMade() throws SQLException {
        Result written = backfill("--write", "--json");
        assertThat(written.err()).isEmpty();
        assertThat(written.exit()).isZero();
        assertThat(written.out()).contains("\"worker\":1023", "\"rows\":2500,\"written\":2500,\"left\":0");
        List<Long> ids = database.longs("select sid from orders order by placed_at, id");
        assertThat(ids).hasSize(2500).doesNotHaveDuplicates().isSorted();
        List<Long> times =
                database.longs("select extract(epoch from placed_at) * 1000 from orders order by placed_at, id");
        for (int i = 0; i < ids.size(); i++) {
            SnowflakeParts parts = SnowflakeLayout.STANDARD.split(ids.get(i));
            assertThat(parts.instant().toEpochMilli()).isEqualTo(times.get(i));
            assertThat(parts.worker()).isEqualTo(1023);
        }
        assertThat(database.store.read("default")).singleElement().satisfies(row -> {
            assertThat(row.worker()).isEqualTo(1023);
            assertThat(row.reservedUntil()).isEqualTo(NOW.toEpochMilli());
        });
        assertThat(backfill("--write").out()).contains("rows     0");
    }

    @Test
    void goesOnInTheNextTicksWhereRowsOfOneTimeDoNotFit() throws SQLException {
        Result written =
                backfill("--created", "local_time", "--zone", "Europe/Berlin", "--layout", "javascript", "--write");
        assertThat(written.err()).isEmpty();
        List<Long> ids = database.longs("select sid from orders order by id");
        assertThat(ids).doesNotHaveDuplicates().isSorted();
        assertThat(SnowflakeLayout.JAVASCRIPT.instant(ids.get(0))).isEqualTo("2025-03-01T12:00:00Z");
        // 2,500 of 128 a millisecond.
        assertThat(SnowflakeLayout.JAVASCRIPT.instant(ids.get(2499))).isEqualTo("2025-03-01T12:00:00.019Z");
    }

    @Test
    void writesTextFromMillisecondsAndKeysOfSeveralColumns() throws SQLException {
        Result written = backfill("--id", "text_id", "--created", "millis", "--key", "id,region", "--write");
        assertThat(written.err()).isEmpty();
        List<String> ids = database.texts("select text_id from orders order by id");
        assertThat(ids).hasSize(2500).doesNotHaveDuplicates().isSorted();
        assertThat(SnowflakeLayout.STANDARD
                        .instant(SnowflakeText.CROCKFORD_BASE32.parse(ids.get(0)))
                        .toEpochMilli())
                .isEqualTo(1740830400001L);
    }

    @Test
    void fillsWhatIsLeftUnderAnotherNumber() throws SQLException {
        assertThat(backfill("--write").exit()).isZero();
        database.execute("update orders set sid = null where id > 2000");
        Result again = backfill("--write", "--json");
        assertThat(again.out()).contains("\"worker\":1022", "\"written\":500");
        assertThat(database.longs("select sid from orders")).hasSize(2500).doesNotHaveDuplicates();
    }

    @Test
    void takesNoNumberThatWasEverReserved() {
        database.store.compareAndSet("default", null, new StoredSlot(1023, "long-ago", 1));
        assertThat(backfill().out()).contains("worker   1022");
        Result refused = backfill("--worker", "1023", "--write");
        assertThat(refused.exit()).isEqualTo(Exit.REFUSED);
        assertThat(refused.err()).contains("worker [1023] of namespace [default] was reserved before");
        assertThat(backfill("--worker", "1024").err()).contains("give 0 to 1023");
    }

    @Test
    void takesNoNumberThatTheColumnHasIdsOf() throws SQLException {
        long id = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 1023, 0));
        database.execute("update orders set sid = " + id + " where id = 1");
        assertThat(backfill().out()).contains("worker   1022");
        assertThat(backfill().err())
                .startsWith("column [sid] has ids, and yet no number was ever reserved in namespace [default]");
        assertThat(backfill("--worker", "1023").err())
                .contains("was never reserved in namespace [default], and yet the column has ids of it");
    }

    @Test
    void refusesWhereAllNumbersHaveBeenUsed() {
        for (int worker = 0; worker < 16; worker++) {
            database.store.compareAndSet("default", null, new StoredSlot(worker, "long-ago", 1));
        }
        assertThat(backfill("--layout", "short", "--write").err()).contains("all 16 worker numbers");
    }

    @Test
    void refusesTimesThatAreNone() throws SQLException {
        database.execute("update orders set placed_at = null where id = 3");
        assertThat(backfill("--write").err()).contains("1 of 2500 rows of orders without an id have no time");
        database.execute(
                "update orders set placed_at = timestamp with time zone '2023-12-31 23:59:59+00:00' where id = 3");
        assertThat(backfill("--write").err())
                .contains("before layout [standard] begins at 2024-01-01T00:00:00Z")
                .contains("standard@1990-01-01T00:00:00Z");
        database.execute(
                "update orders set placed_at = timestamp with time zone '2040-01-01 00:00:00+00:00' where id = 3");
        assertThat(backfill("--write").err()).contains("correct times that lie ahead");
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(0L);
        assertThat(database.store.read("default")).isEmpty();
    }

    @Test
    void refusesTimesWithoutAZone() {
        assertThat(backfill("--created", "local_time").err())
                .contains("column [local_time] is of type TIMESTAMP", "give --zone");
        assertThat(backfill("--created", "region").err()).contains("needs a timestamp");
    }

    @Test
    void refusesAKeyThatStandsForSeveralRows() throws SQLException {
        Result refused = backfill("--key", "region", "--write");
        assertThat(refused.exit()).isEqualTo(Exit.REFUSED);
        assertThat(refused.err()).contains("key [region] of orders has 1 values that stand for more than one row");
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(0L);
    }

    @Test
    void refusesColumnsThatHoldNoIds() {
        assertThat(backfill("--id", "placed_at").err()).contains("ids need bigint");
        assertThat(backfill("--id", "nothing").exit()).isEqualTo(Exit.FAILED);
        assertThat(backfill("--layout", "shard:4,time:41,worker:6,sequence:10", "--write")
                        .err())
                .contains("has a shard field");
    }

    @Test
    void refusesAClockThatIsFarOff() {
        Result refused = Cli.runAt(
                NOW.plusSeconds(7200),
                "backfill",
                "orders",
                "--url",
                database.url,
                "--id=sid",
                "--created=placed_at",
                "--key=id",
                "--write");
        assertThat(refused.err()).contains("more than 60 min apart");
        assertThat(database.store.read("default")).isEmpty();
    }
}
