package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.cli.DatabaseOptions.Connections;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.api.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snowflake ids for rows that have none: which ids rows get, under which number, and what stops the command. */
class BackfillCommandTest {

    /** H2's clock, which a claim is compared with, is the system's. */
    private static final Instant NOW = Instant.now();

    private TestTable database;

    @BeforeEach
    void create() throws SQLException {
        database = new TestTable();
        database.execute("create table orders (id int primary key, placed_at timestamp(3) with time zone,"
                + " local_time timestamp(3), millis bigint, sid bigint, text_id varchar(20), region varchar(5))");
        fill(1, 250);
    }

    /** Ten rows of each second. */
    private void fill(int first, int last) throws SQLException {
        database.execute("insert into orders select x, timestamp with time zone '2025-03-01 12:00:00+00:00'"
                + " + (x / 10) * interval '1' second, timestamp '2025-03-01 13:00:00',"
                + " 1740830400000 + x, null, null, 'eu' from system_range(" + first + ", " + last + ")");
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
        if (!List.of(more).contains("--layout")) {
            args.addAll(List.of("--layout", "standard"));
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
                        "layout   standard",
                        "worker   1023",
                        "from     2025-03-01T12:00:00Z",
                        "to       2025-03-01T12:00:25Z",
                        "rows     250",
                        "written  0",
                        "left     250",
                        "no id was written; add --write to write the ids");
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(0L);
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @Test
    void givesIdsThatTellWhenRowsWereMade() throws SQLException {
        fill(251, 2500);
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
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.worker()).isEqualTo(1023);
                    assertThat(row.reservedUntil()).isEqualTo(NOW.toEpochMilli());
                });
        assertThat(backfill("--write").out()).contains("rows     0");
    }

    @Test
    void takesRowsInTheOrderOfTheirTimesWhateverTheirKeys() throws SQLException {
        database.execute("update orders set millis = 1740830400000 - id");
        assertThat(backfill("--created", "millis", "--write").err()).isEmpty();
        List<Long> ids = database.longs("select sid from orders order by id desc");
        assertThat(ids).isSorted();
        assertThat(ids.stream().map(id -> SnowflakeLayout.STANDARD.instant(id).toEpochMilli()))
                .isEqualTo(database.longs("select millis from orders order by id desc"));
    }

    @Test
    void refusesARowOfTheTickThatHasNotEnded() throws SQLException {
        database.execute("update orders set millis = " + NOW.toEpochMilli() + " where id = 3");
        assertThat(backfill("--created", "millis").err())
                .contains("the youngest row of orders, [id] = [3], has the time ", "or wait for a moment");
        database.execute("update orders set millis = millis - 1 where id = 3");
        assertThat(backfill("--created", "millis").exit()).isZero();
    }

    @Test
    void goesOnInTheNextTicksWhereRowsOfOneTimeDoNotFit() throws SQLException {
        fill(251, 2500);
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
        assertThat(ids).hasSize(250).doesNotHaveDuplicates().isSorted();
        assertThat(SnowflakeLayout.STANDARD
                        .instant(SnowflakeText.CROCKFORD_BASE32.parse(ids.get(0)))
                        .toEpochMilli())
                .isEqualTo(1740830400001L);
    }

    @Test
    void fillsWhatIsLeftUnderAnotherNumber() throws SQLException {
        assertThat(backfill("--write").exit()).isZero();
        database.execute("update orders set sid = null where id > 200");
        Result again = backfill("--layout", "standard", "--write", "--json");
        assertThat(again.out()).contains("\"worker\":1022", "\"written\":50");
        assertThat(database.longs("select sid from orders")).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void takesNoNumberThatWasEverReserved() {
        database.store.compareAndSet("default", null, new StoredSlot(1023, "long-ago", 1));
        assertThat(backfill().out()).contains("worker   1022");
    }

    /** Of another region's numbers the store has no rows, and they are in the column after a replication. */
    @Test
    void takesANumberOfItsRegionsShare() throws SQLException {
        long american = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 600, 0));
        database.execute("update orders set sid = " + american + " where id = 1");
        database.store.compareAndSet("default", null, new StoredSlot(511, "long-ago", 1));
        assertThat(backfill("--layout", "standard", "--range", "0-511").out()).contains("worker   510");
        assertThat(backfill("--layout", "standard", "--range", "500-511").out()).contains("worker   510");
        assertThat(backfill("--layout", "standard", "--range", "511-511").err())
                .contains("all worker numbers [511-511] of namespace [default] have been used");
        assertThat(backfill("--layout", "standard", "--range", "512-1024").err())
                .contains("--range [512-1024] does not fit layout [standard], whose worker numbers are 0 to 1023;");
        assertThat(backfill("--layout", "standard", "--range", "0..5").err())
                .contains("range of worker numbers [0..5] is not readable");
    }

    @Test
    void takesNoNumberThatTheColumnHasIdsOf() throws SQLException {
        long id = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 1023, 0));
        database.execute("update orders set sid = " + id + " where id = 1");
        assertThat(backfill("--layout", "standard", "--store-is-right").out()).contains("worker   1022");
    }

    /** As after a move to another store, or with a wrong namespace: rows of others are there, but not of all. */
    @Test
    void refusesAStoreWithoutARowOfAWorkerThatIsInTheColumn() throws SQLException {
        database.store.compareAndSet("default", null, new StoredSlot(7, "another", 1));
        long known = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 7, 0));
        long unknown = SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 3, 0));
        database.execute("update orders set sid = " + known + " where id = 1");
        assertThat(backfill("--layout", "standard").exit()).isZero();
        database.execute("update orders set sid = " + unknown + " where id = 2");
        Result refused = backfill("--layout", "standard", "--write");
        assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
        assertThat(refused.err())
                .contains("has ids of 1 workers, such as [3], that have no row in namespace [default]");
        assertThat(backfill("--layout", "standard").err()).isEqualTo(refused.err());
        assertNothingIsSpent(2, 1);
        assertThat(backfill("--layout", "standard", "--store-is-right", "--write")
                        .exit())
                .isZero();
        assertThat(database.longs("select sid from orders")).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void refusesIdsOfAnotherLayout() throws SQLException {
        long id = SnowflakeLayout.TWITTER.compose(new SnowflakeParts(NOW, 7, 0));
        database.execute("update orders set sid = " + id + " where id = 1");
        Result refused = backfill("--layout", "standard", "--store-is-right", "--write");
        assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
        assertThat(refused.err()).contains("was not made with layout [standard], in which its time would be 20");
        database.execute("update orders set sid = -1 where id = 1");
        assertThat(backfill("--layout", "standard", "--store-is-right").err())
                .contains("id [-1] in column [sid] of orders was not made with layout [standard], whose ids are from 0"
                        + " to");
        assertNothingIsSpent(1, 0);
    }

    @Test
    void readsTextInItsFormAndLayout() throws SQLException {
        SnowflakeLayout own = LayoutSpec.parse("time:41,worker:5,sequence:12");
        database.execute("alter table orders alter column text_id varchar(40)");
        String id = SnowflakeText.READABLE.format(own, own.compose(new SnowflakeParts(NOW, 31, 5)));
        database.execute("update orders set text_id = '" + id + "' where id = 1");
        String[] args = {"--id", "text_id", "--layout", own.name(), "--text", "READABLE", "--store-is-right", "--json"};
        assertThat(backfill(args).out()).contains("\"worker\":30");
        // Digits alone are Base32, too, and no number then.
        String digits = SnowflakeText.CROCKFORD_BASE32
                .format(SnowflakeLayout.STANDARD.compose(new SnowflakeParts(NOW, 1023, 0)))
                .replaceAll("[^0-9]", "0");
        database.execute("update orders set text_id = '" + digits + "' where id = 1");
        long worker = SnowflakeLayout.STANDARD
                .split(SnowflakeText.CROCKFORD_BASE32.parse(digits))
                .worker();
        assertThat(backfill("--id", "text_id", "--layout", "standard").err())
                .contains("has ids of 1 workers, such as [" + worker + "], that have no row");
    }

    @Test
    void refusesTextThatItCannotRead() throws SQLException {
        database.execute("update orders set text_id = 'ORD-1' where id = 1");
        Result refused = backfill("--id", "text_id", "--layout", "standard", "--write");
        assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
        assertThat(refused.err()).contains("has text [ORD-1], which is not an id in form CROCKFORD_BASE32");
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @Test
    void refusesBeforeItTakesANumber() throws SQLException {
        String shard = "shard:4,time:41,worker:6,sequence:10";
        for (String[] args : new String[][] {
            {"--layout", shard},
            {"--field", "nothing=1"},
            {"--id", "text_id", "--text", "GUID"},
            {"--id", "text_id", "--text", "NET_BYTES"},
            {"--id", "text_id", "--text", "HEX"}
        }) {
            List<String> write = new ArrayList<>(List.of(args));
            assertThat(backfill(args).exit()).as("%s", write).isIn(Exit.REJECTED, Exit.USAGE);
            write.add("--write");
            assertThat(backfill(write.toArray(String[]::new)).exit())
                    .as("%s", write)
                    .isIn(Exit.REJECTED, Exit.USAGE);
            assertNothingIsSpent(0, 0);
        }
    }

    /** As rows that an application inserts meanwhile: they sort last, and must not take the older ones with them. */
    @Test
    void keepsOlderRowsWhereLaterOnesComeWhileItRuns() throws SQLException {
        database.execute("update orders set placed_at = timestamp with time zone '2040-01-01 00:00:00+00:00'"
                + " where id > 240");
        PastIds ids = new PastIds(SnowflakeLayout.STANDARD, 1023, Map.of(), NOW.toEpochMilli(), bound -> 0);
        Backfill.Result done = run(ids);
        assertThat(done.written()).isEqualTo(240);
        assertThat(done.missed()).isEmpty();
        assertThat(database.longs("select id from orders where sid is null order by id"))
                .hasSize(10)
                .startsWith(241L);
    }

    @Test
    void writesWhatFitsWhereTooManyRowsHaveOneTime() throws SQLException {
        fill(251, 500);
        Instant last = NOW.minusMillis(3);
        database.execute("update orders set millis = " + last.toEpochMilli());
        Result written = backfill("--created", "millis", "--layout", "javascript", "--write");
        assertThat(written.err()).isEmpty();
        assertThat(written.exit()).isZero();
        // 128 a millisecond, of which the first may be drawn in part.
        List<Long> ids = database.longs("select sid from orders where sid is not null");
        assertThat(ids).hasSizeBetween(2 * 128, 3 * 128).doesNotHaveDuplicates();
        assertThat(written.out())
                .contains(
                        "written  " + ids.size(),
                        "left     " + (500 - ids.size()),
                        "run the command again in a moment");
    }

    @Test
    void refusesAKeyThatIsNullSomewhere() throws SQLException {
        database.execute("alter table orders add column code int");
        database.execute("update orders set code = id where id > 1");
        for (String[] args : new String[][] {{"--key", "code"}, {"--key", "id,code", "--write"}}) {
            Result refused = backfill(args);
            assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
            assertThat(refused.err()).contains("of orders is null in 1 rows");
        }
        assertNothingIsSpent(0, 0);
    }

    /** Between the look at the store and the claim: the ids are those of the number that was claimed, not of the other. */
    @Test
    void makesIdsUnderTheNumberThatItGotWhereAnotherWasFaster() throws SQLException {
        Faster.url = database.url;
        database.execute("create trigger faster before insert on idgen_worker for each row call '"
                + Faster.class.getName() + "'");
        Result written = backfill("--write", "--json");
        assertThat(written.err()).isEmpty();
        assertThat(written.out()).contains("\"worker\":1022", "\"written\":250");
        assertThat(database.longs("select sid from orders"))
                .allMatch(id -> SnowflakeLayout.STANDARD.split(id).worker() == 1022);
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots())
                .extracting(StoredSlot::worker)
                .containsExactlyInAnyOrder(1022L, 1023L);
    }

    /** Another process that claims the same number at the same time. */
    public static final class Faster implements Trigger {

        private static String url;

        @Override
        public void fire(Connection connection, Object[] before, Object[] row) throws SQLException {
            if (List.of(row).contains(1023L) && !List.of(row).contains("faster")) {
                new JdbcReservationStore(ConnectionSource.of(() -> DriverManager.getConnection(url)), JdbcTable.DEFAULT)
                        .compareAndSet("default", null, new StoredSlot(1023, "faster", NOW.toEpochMilli() + 60_000));
            }
        }
    }

    @Test
    void givesNoIdTwiceAndLeavesNoRowOutWhereItIsKilledAndRunAgain() throws SQLException {
        fill(251, 2500);
        Killed.left = 1700;
        database.execute(
                "create trigger killed before update on orders for each row call '" + Killed.class.getName() + "'");
        Result killed = backfill("--write");
        assertThat(killed.exit()).isEqualTo(Exit.FAILED);
        database.execute("drop trigger killed");
        // The rows of one time stand on both sides of the end of the first batch.
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(1000L);
        List<Long> before = database.longs("select sid from orders where sid is not null order by id");

        Result again = backfill("--layout", "standard", "--write", "--json");
        assertThat(again.err()).isEmpty();
        assertThat(again.out()).contains("\"worker\":1022", "\"rows\":1500,\"written\":1500,\"left\":0");
        List<Long> ids = database.longs("select sid from orders order by id");
        assertThat(ids)
                .hasSize(2500)
                .doesNotContain(0L)
                .doesNotHaveDuplicates()
                .startsWith(before.toArray(Long[]::new));
        assertThat(database.longs("select extract(epoch from placed_at) * 1000 from orders order by id"))
                .isEqualTo(ids.stream()
                        .map(id -> SnowflakeLayout.STANDARD.instant(id).toEpochMilli())
                        .toList());
    }

    /** The end of the process in a transaction. */
    public static final class Killed implements Trigger {

        private static int left;

        @Override
        public void fire(Connection connection, Object[] before, Object[] row) throws SQLException {
            if (left-- == 0) {
                throw new SQLException("killed");
            }
        }
    }

    @Test
    void leavesTheIdThatAnApplicationGivesARowMeanwhile() throws SQLException {
        AtomicBoolean given = new AtomicBoolean();
        PastIds ids = new PastIds(SnowflakeLayout.STANDARD, 1023, Map.of(), NOW.toEpochMilli(), bound -> {
            if (given.compareAndSet(false, true)) {
                try {
                    database.execute("update orders set sid = 42 where id = 250");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
            return 0;
        });
        Backfill.Result done = run(ids);
        assertThat(done.written()).isEqualTo(249);
        assertThat(done.missed()).containsExactly("[250]");
        assertThat(database.longs("select sid from orders where id = 250")).containsExactly(42L);
        assertThat(database.longs("select sid from orders")).doesNotContain(0L).doesNotHaveDuplicates();
    }

    /** SUCCESS_NO_INFO of a driver that rewrites batches, and -1 of SQL Server's after SET NOCOUNT ON. */
    @ParameterizedTest
    @ValueSource(ints = {Statement.SUCCESS_NO_INFO, -1})
    void countsARowThatTheDriverDoesNotCount(int count) throws SQLException {
        PastIds ids = new PastIds(SnowflakeLayout.STANDARD, 1023, Map.of(), NOW.toEpochMilli(), bound -> 0);
        Driver h2 = DriverManager.getDriver(database.url);
        Driver uncounted = proxy(
                Driver.class,
                h2,
                (method, connection) -> proxy(
                        Connection.class,
                        connection,
                        (step, statement) -> proxy(PreparedStatement.class, statement, (call, result) -> {
                            if (call.equals("executeBatch")) {
                                Arrays.fill((int[]) result, count);
                            }
                            return result;
                        })));
        assertThat(run(ids, uncounted).written()).isEqualTo(250);
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(250L);
    }

    private interface Change {
        Object of(String method, Object result);
    }

    /** Changes what the methods of the driver, and of what it makes, return. */
    private static <T> T proxy(Class<T> type, Object target, Change change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object result = method.invoke(target, arguments);
                    boolean changes = result instanceof Connection
                            || result instanceof PreparedStatement
                            || result instanceof int[];
                    return changes ? change.of(method.getName(), result) : result;
                }));
    }

    @Test
    void tellsOfRowsThatItsKeyDoesNotFind() throws SQLException {
        database.execute("delete from orders where id > 10");
        database.execute("create alias unfound for '" + Unfound.class.getName() + ".of'");
        Result missed = backfill("--key", "unfound(id)", "--write");
        assertThat(missed.exit()).isEqualTo(Exit.REJECTED);
        assertThat(missed.out()).contains("written  0", "left     10");
        assertThat(missed.err())
                .contains(
                        "10 rows of orders have no id, because the database does not find them by the values that were"
                                + " read from key [unfound(id)]");
    }

    /** A key that an update does not find, as of a type that loses something on its way through the driver. */
    public static final class Unfound {

        private Unfound() {}

        public static int of(int id) {
            boolean update = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getMethodName().equals("executeBatch")));
            return update ? -id : id;
        }
    }

    private Backfill.Result run(PastIds ids) throws SQLException {
        return run(ids, DriverManager.getDriver(database.url));
    }

    private Backfill.Result run(PastIds ids, Driver driver) throws SQLException {
        Connections connections = new Connections(database.url, driver, new Properties());
        BackfillTable table = new BackfillTable(connections, "orders", "sid", "placed_at", List.of("id"), null);
        Shell shell = new Shell(
                new BufferedReader(Reader.nullReader()),
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                InstantSource.fixed(NOW),
                variable -> null);
        RowIds set = (made, update) -> {
            OptionalLong id = ids.next(made);
            if (id.isPresent()) {
                update.setLong(1, id.getAsLong());
            }
            return id.isPresent();
        };
        return new Backfill(table, shell).run(set, 250);
    }

    private void assertNothingIsSpent(long ids, int rows) throws SQLException {
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(ids);
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).hasSize(rows);
    }

    @Test
    void refusesWhereAllNumbersHaveBeenUsed() {
        for (int worker = 0; worker < 16; worker++) {
            database.store.compareAndSet("default", null, new StoredSlot(worker, "long-ago", 1));
        }
        assertThat(backfill("--layout", "short", "--write").err()).contains("all worker numbers [0-15] of namespace");
    }

    @Test
    void refusesTimesThatAreNone() throws SQLException {
        database.execute("update orders set placed_at = null where id = 3");
        assertThat(backfill("--write").err())
                .contains("1 of 250 rows of orders without an id have no time in [placed_at], such as row [id] = [3];");
        database.execute(
                "update orders set placed_at = timestamp with time zone '2023-12-31 23:59:59+00:00' where id = 3");
        assertThat(backfill("--write").err())
                .contains("the oldest row of orders, [id] = [3], has the time 2023-12-31T23:59:59Z, but layout"
                        + " [standard] begins at 2024-01-01T00:00:00Z")
                .contains("standard@1990-01-01T00:00:00Z");
        database.execute(
                "update orders set placed_at = timestamp with time zone '2040-01-01 00:00:00+00:00' where id = 3");
        assertThat(backfill("--key", "id,region", "--write").err())
                .contains("the youngest row of orders, [id, region] = [3, eu], has the time 2040-01-01T00:00:00Z, but"
                        + " the clock reads")
                .contains("correct times in the future");
        assertThat(database.longs("select count(*) from orders where sid is not null"))
                .containsExactly(0L);
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
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
        assertThat(refused.exit()).isEqualTo(Exit.REJECTED);
        assertThat(refused.err()).contains("key [region] of orders has 1 values with several rows");
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
                "--layout=standard",
                "--write");
        assertThat(refused.err()).contains("more than 60 min apart");
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    /** One code for what is missing. */
    @Test
    void saysThatThereIsNoDatabaseAsOfAllThatIsMissing() {
        for (String command : new String[] {"backfill", "backfill-guids"}) {
            Result refused = Cli.run(command, "t", "--id=i", "--created=c", "--key=k", "--order=bytes");
            if (command.equals("backfill")) {
                refused = Cli.run(command, "t", "--id=i", "--created=c", "--key=k", "--layout=short");
            }
            assertThat(refused.exit()).isEqualTo(Exit.USAGE);
            assertThat(refused.err()).startsWith("no database is named; give --url");
        }
        assertThat(Cli.run("workers").exit()).isEqualTo(Exit.USAGE);
    }

    @Test
    void saysWhatItCouldNotReadInsteadOfTheDriversText() {
        Result table = Cli.run(
                "backfill", "nothing", "--url", database.url, "--id=a", "--created=b", "--key=c,d", "--layout=short");
        assertThat(table.exit()).isEqualTo(Exit.FAILED);
        assertThat(table.err())
                .startsWith("table [nothing] with columns [a, b, c, d] can't be read: Table \"NOTHING\" not found")
                .endsWith("; give the names as in SQL, with the schema and quotes if they need them, and a --user"
                        + " who may read the table\n")
                .hasLineCount(1);
        assertThat(backfill("--id", "nothing").err())
                .startsWith("table [orders] with columns [nothing, placed_at, id] can't be read: Column \"NOTHING\"");
    }

    /** Rows that come while it runs are among those that it has filled. */
    @Test
    void countsRowsThatCameWhileItRan() throws SQLException {
        Coming.url = database.url;
        Coming.left = 1;
        database.execute(
                "create trigger coming before update on orders for each row call '" + Coming.class.getName() + "'");
        fill(251, 2500);
        Result written = backfill("--write");
        assertThat(written.err()).isEmpty();
        assertThat(written.out()).contains("rows     2501\nwritten  2500\nleft     1\n");
    }

    /** An application that inserts a row while others are filled. */
    public static final class Coming implements Trigger {

        private static String url;
        private static int left;

        @Override
        public void fire(Connection connection, Object[] before, Object[] row) throws SQLException {
            if (left-- == 1) {
                try (Connection other = DriverManager.getConnection(url)) {
                    other.createStatement()
                            .execute("insert into orders (id, placed_at) values (-1, current_timestamp)");
                }
            }
        }
    }
}
