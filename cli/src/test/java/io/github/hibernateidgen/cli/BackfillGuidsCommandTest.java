package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** GUIDs for rows that have none, in the order of the rows' times. */
class BackfillGuidsCommandTest {

    private static final Instant FIRST = Instant.parse("2025-03-01T12:00:00Z");

    private TestTable database;

    /** Ten rows of each millisecond. */
    @BeforeEach
    void create() throws SQLException {
        database = new TestTable();
        database.execute("create table orders (id int primary key, millis bigint, native uuid, text_id char(36),"
                + " bytes_id binary(16), sid bigint)");
        database.execute("insert into orders (id, millis) select x, " + FIRST.toEpochMilli()
                + " + (x - 1) / 10 from system_range(1, 100)");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private Result backfill(String column, String order, String... more) {
        List<String> args = new ArrayList<>(List.of("backfill-guids", "orders", "--url", database.url));
        args.addAll(List.of("--id", column, "--created", "millis", "--key", "id", "--order", order));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    private List<UUID> guids(String expression) throws SQLException {
        return database.texts("select " + expression + " from orders order by id").stream()
                .map(text -> UUID.fromString(text.replaceFirst("^(.{8})(.{4})(.{4})(.{4})(.{12})$", "$1-$2-$3-$4-$5")))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"native, native", "text_id, text_id", "bytes_id, rawtohex(bytes_id)"})
    void givesGuidsInTheOrderOfTheRowsAndOfTheirTimes(String column, String read) throws SQLException {
        Result written = backfill(column, "bytes", "--write", "--json");
        assertThat(written.err()).isEmpty();
        assertThat(written.exit()).isZero();
        assertThat(written.out())
                .contains("\"format\":\"RFC_9562\",\"order\":\"BYTES\"", "\"rows\":100,\"written\":100,\"left\":0");
        List<UUID> guids = guids(read);
        assertThat(guids).hasSize(100).doesNotHaveDuplicates().isSortedAccordingTo(GuidOrder.BYTES.comparator());
        for (int i = 0; i < guids.size(); i++) {
            assertThat(GuidFormat.RFC_9562.instant(GuidOrder.BYTES, guids.get(i)))
                    .isEqualTo(FIRST.plusMillis(i / 10));
        }
        assertThat(database.store.read("default", 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(GuidOrder.class)
    void ascendsInEachOrder(GuidOrder order) throws SQLException {
        assertThat(backfill("native", order.name(), "--format", "rt_comb", "--write")
                        .exit())
                .isZero();
        assertThat(guids("native"))
                .isSortedAccordingTo(order.comparator())
                .allSatisfy(guid ->
                        assertThat(GuidFormat.RT_COMB.instant(order, guid)).isBetween(FIRST, FIRST.plusMillis(9)));
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void makesGuidsOfTheFormatForInnoDb(GuidOrder order) throws SQLException {
        Result written = backfill("native", order.name(), "--format", "innodb", "--write");
        assertThat(written.exit()).as(written.err()).isZero();
        List<UUID> guids = guids("native");
        assertThat(guids).hasSize(100).doesNotHaveDuplicates().isSortedAccordingTo(order.comparator());
        for (int i = 0; i < guids.size(); i++) {
            assertThat(GuidFormat.INNODB.instant(order, guids.get(i))).isEqualTo(FIRST.plusMillis(i / 10));
        }
    }

    @ParameterizedTest
    @CsvSource({"native, uuid", "bytes_id, binary"})
    void saysThatTheColumnComparesInAnotherOrder(String column, String type) throws SQLException {
        Result planned = backfill(column, "sql_server");
        assertThat(planned.exit()).isZero();
        assertThat(planned.err())
                .contains("column [" + column + "] of type " + type)
                .contains(" compares in order BYTES, but --order is SQL_SERVER")
                .contains("give --order BYTES");
        assertThat(backfill(column, "bytes").err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "uniqueidentifier, 1, Microsoft SQL Server, TEXT, SQL_SERVER",
        "char, 1, Microsoft SQL Server, TEXT, BYTES",
        "binary, -2, Microsoft SQL Server, BYTES, BYTES",
        "uuid, 1111, PostgreSQL, NATIVE, BYTES",
        "uuid, 1111, MariaDB, NATIVE, MARIADB",
        "uuid, 1111, MySQL, NATIVE, MARIADB"
    })
    void knowsHowColumnsCompare(String type, int code, String product, JdbcGuidColumn.Values values, GuidOrder order) {
        assertThat(JdbcGuidColumn.of(type, code, product, "id")).isEqualTo(new JdbcGuidColumn(type, values, order));
    }

    /** All that is not time and counter is drawn anew: nothing else tells two runs apart. */
    @Test
    void drawsOtherBitsInEachRun() throws SQLException {
        Set<Long> drawn = new HashSet<>();
        for (int run = 0; run < 3; run++) {
            database.execute("update orders set native = null");
            assertThat(backfill("native", "bytes", "--write").exit()).isZero();
            guids("native").forEach(guid -> drawn.add(guid.getLeastSignificantBits()));
        }
        assertThat(drawn).hasSize(300);
    }

    /** 65,536 fit into a tick. */
    @Test
    void goesOnInTheNextTicksWhereRowsOfOneTimeDoNotFit() {
        PastGuids past = new PastGuids(GuidFormat.RFC_9562, GuidOrder.BYTES, FIRST);
        List<UUID> guids = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            guids.add(past.next(FIRST).orElseThrow());
        }
        assertThat(guids.stream().distinct()).hasSize(70_000);
        assertThat(guids).isSortedAccordingTo(GuidOrder.BYTES.comparator());
        assertThat(GuidOrder.BYTES.instant(guids.get(0))).isEqualTo(FIRST);
        assertThat(GuidOrder.BYTES.instant(guids.get(69_999))).isBetween(FIRST.plusMillis(1), FIRST.plusMillis(2));
    }

    @Test
    void givesNoGuidToARowThatLiesAhead() {
        PastGuids past = new PastGuids(GuidFormat.RFC_9562, GuidOrder.BYTES, FIRST);
        assertThat(past.next(FIRST.plusNanos(1))).isEmpty();
        assertThat(past.next(FIRST)).isNotEmpty();
    }

    @Test
    void leavesGuidsThatAreThereAlone() throws SQLException {
        UUID there = UUID.randomUUID();
        database.execute("update orders set native = '" + there + "' where id = 50");
        assertThat(backfill("native", "bytes", "--write").out()).contains("rows     99", "written  99", "left     0");
        assertThat(guids("native").get(49)).isEqualTo(there);
        assertThat(backfill("native", "bytes", "--write").out()).contains("rows     0");
    }

    @Test
    void writesNothingUnlessAsked() throws SQLException {
        Result planned = backfill("native", "mariadb");
        assertThat(planned.out().lines())
                .containsExactly(
                        "table    orders",
                        "format   RFC_9562",
                        "order    MARIADB",
                        "from     2025-03-01T12:00:00Z",
                        "to       2025-03-01T12:00:00.009Z",
                        "rows     100",
                        "written  0",
                        "left     100",
                        "no id was written; add --write to write the ids");
        assertThat(database.longs("select count(*) from orders where native is null"))
                .containsExactly(100L);
    }

    /** One update would give several rows one GUID. */
    @Test
    void refusesAKeyThatStandsForSeveralRows() throws SQLException {
        for (String[] write : new String[][] {{}, {"--write"}}) {
            List<String> args = new ArrayList<>(List.of("backfill-guids", "orders", "--url", database.url));
            args.addAll(List.of("--id=native", "--created=millis", "--key=millis", "--order=bytes"));
            args.addAll(List.of(write));
            assertThat(Cli.run(args.toArray(String[]::new)).err())
                    .contains("key [millis] of orders has 10 values with several rows");
        }
        assertThat(database.longs("select count(*) from orders where native is null"))
                .containsExactly(100L);
    }

    @Test
    void refusesWhatHasNoGuid() throws SQLException {
        assertThat(backfill("sid", "bytes").err()).contains("column [sid] is of type BIGINT; GUIDs need uuid");
        assertThat(backfill("native", "bytes", "--format", "nhibernate").err())
                .contains("format [NHIBERNATE] does not ascend in order BYTES");
        database.execute("update orders set millis = -1 where id = 7");
        assertThat(backfill("native", "bytes", "--write").err())
                .contains("the oldest row of orders, [id] = [7], has the time 1969-12-31T23:59:59.999Z");
        database.execute("update orders set millis = " + Cli.NOW.plusMillis(1).toEpochMilli() + " where id = 7");
        assertThat(backfill("native", "bytes", "--write").err())
                .contains("the youngest row of orders, [id] = [7], has the time 2026-11-22T08:00:00.001Z")
                .contains("correct times in the future");
        database.execute("update orders set millis = null where id = 7");
        assertThat(backfill("native", "bytes", "--write").err()).contains("such as row [id] = [7]");
        assertThat(database.longs("select count(*) from orders where native is null"))
                .containsExactly(100L);
    }
}
