package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What anybody can run on a database of theirs. */
class VerifyCommandTest {

    private static final String LEFT = "idgen_verify_0123456789abcdef0123456789abcdef";

    static List<String> tables(String url) throws SQLException {
        try (TestTable database = new TestTable(url)) {
            return database.texts("select lower(table_name) from information_schema.tables").stream()
                    .filter(table -> table.startsWith("idgen_verify"))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1", "jdbc:hsqldb:mem:%s"})
    void verifiesDatabasesInProcess(String format) throws SQLException {
        String url = String.format(format, "v" + UUID.randomUUID().toString().replace("-", ""));
        Result verified = Cli.runAt(Instant.now(), "verify", "--url", url);
        assertThat(verified.err()).isEmpty();
        assertThat(verified.exit()).as(verified.out()).isZero();
        assertThat(verified.out().lines().map(line -> line.replaceAll("-?[0-9]+ ms ahead", "N ms ahead")))
                .hasSize(9)
                .contains(
                        "bigint            2000 ids ascend",
                        "uuid              2000 GUIDs ascend in order BYTES",
                        "binary(16)        2000 GUIDs ascend in order BYTES",
                        "char(36)          2000 GUIDs ascend in order BYTES",
                        "claims            16 claims and 16 renewals by 8 connections had one winner each;"
                                + " the server's clock is N ms ahead",
                        "verdict           all 5 are as documented");
        assertThat(tables(url)).isEmpty();
    }

    @Test
    void dropsTheTablesOfARunThatWasKilledAndNoOthers() throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (TestTable database = new TestTable(url)) {
            database.execute("create table " + LEFT + " (id int)");
            database.execute("create table idgen_verify_mine (id int)");
            database.execute("create table idgenXverify_0123456789abcdef0123456789abcdef (id int)");
            Result verified = Cli.runAt(Instant.now(), "verify", "--url", url);
            assertThat(verified.exit()).as(verified.out()).isZero();
            assertThat(verified.out().lines().filter(line -> line.startsWith("left")))
                    .singleElement()
                    .asString()
                    .containsIgnoringCase("table " + LEFT + " of an earlier run that was killed; dropped");
            assertThat(tables(url)).containsExactly("idgen_verify_mine");
            assertThat(database.longs("select count(*) from idgenXverify_0123456789abcdef0123456789abcdef"))
                    .containsExactly(0L);
        }
    }

    /** A verdict that cannot be bad is none. */
    @ParameterizedTest
    @EnumSource(names = {"SQL_SERVER", "MARIADB"})
    void seesAColumnThatComparesInAnotherOrder(GuidOrder order) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            connection.createStatement().execute("create table t (id binary(16), n int)");
            JdbcGuidColumn wrong = new JdbcGuidColumn("binary", JdbcGuidColumn.Values.BYTES, order);
            assertThatExceptionOfType(RejectedException.class)
                    .isThrownBy(() -> new VerifiedColumn(connection, "t", "binary(16)").verify(wrong))
                    .withMessageMatching("the database sorts row [0-9]+ to position [0-9]+; please open an issue");
        }
    }

    @Test
    void seesAColumnThatGivesBackOtherValues() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            connection.createStatement().execute("create table t (id binary(16), n int)");
            connection
                    .createStatement()
                    .execute("create trigger t before insert on t for each row call '" + Changed.class.getName() + "'");
            JdbcGuidColumn bytes = new JdbcGuidColumn("binary", JdbcGuidColumn.Values.BYTES, GuidOrder.BYTES);
            assertThatExceptionOfType(RejectedException.class)
                    .isThrownBy(() -> new VerifiedColumn(connection, "t", "binary(16)").verify(bytes))
                    .withMessageContaining("is read as [");
        }
    }

    /** As a column that does not keep the last byte. */
    public static final class Changed implements org.h2.api.Trigger {

        @Override
        public void fire(Connection connection, Object[] before, Object[] row) {
            byte[] id = ((byte[]) row[0]).clone();
            id[15] = -1;
            row[0] = id;
        }
    }

    @Test
    void seesTwoWinners() {
        ReservationStore generous = new Store() {
            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                return super.compareAndSet(namespace, expected, update) || update.worker() == 7;
            }
        };
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> race(generous))
                .withMessageStartingWith(
                        "for 16 numbers, 19 claims were confirmed; the table lacks these confirmed rows:"
                                + " [StoredSlot[worker=7, ");
    }

    @Test
    void seesAWriteThatWasConfirmedAndIsNotThere() {
        ReservationStore forgetful = new Store() {
            @Override
            public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                return expected != null && update.worker() == 3
                        ? update.owner().endsWith("1")
                        : super.compareAndSet(namespace, expected, update);
            }
        };
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> race(forgetful))
                .withStackTraceContaining("worker 3 is not written in 100 attempts");
    }

    @Test
    void triesAgainWhereTheDatabaseRolledAClaimBack() {
        Store busy = new Store() {
            private int calls;

            @Override
            public synchronized boolean compareAndSet(
                    String namespace, @Nullable StoredSlot expected, StoredSlot update) {
                return ++calls % 3 == 0 && super.compareAndSet(namespace, expected, update);
            }
        };
        assertThat(race(busy)).isEqualTo("16 claims and 16 renewals by 4 connections had one winner each");
    }

    private static String race(ReservationStore store) {
        // Each with an identity of its own, as connections have.
        List<ReservationStore> stores = Stream.generate(() -> (ReservationStore) new Delegate(store))
                .limit(4)
                .toList();
        return new VerifiedClaims(stores, InstantSource.fixed(Cli.NOW)).race();
    }

    private static class Store implements ReservationStore {

        private final InMemoryReservationStore store = new InMemoryReservationStore();

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            return store.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            return store.compareAndSet(namespace, expected, update);
        }

        @Override
        public String describe() {
            return "test";
        }
    }

    private static final class Delegate implements ReservationStore {

        private final ReservationStore store;

        Delegate(ReservationStore store) {
            this.store = store;
        }

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            return store.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            return store.compareAndSet(namespace, expected, update);
        }

        @Override
        public String describe() {
            return store.describe();
        }
    }

    @Test
    void saysWhatIsMissing() throws SQLException {
        Result none = Cli.run("verify");
        assertThat(none.exit()).isEqualTo(Exit.USAGE);
        assertThat(none.err()).startsWith("no database is named; give --url").hasLineCount(1);
        assertThat(Cli.run("verify", "--url", "jdbc:nowhere:x").err()).startsWith("no driver knows url");
        Result refused = Cli.run("verify", "--url", "jdbc:h2:tcp://127.0.0.1:1/x");
        assertThat(refused.exit()).isEqualTo(Exit.FAILED);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("no connection to database").hasLineCount(1);
        assertThat(Cli.run("verify", "table").exit()).isEqualTo(Exit.USAGE);
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        try (TestTable database = new TestTable(url)) {
            database.execute("create user reader password 'x'");
            Result reader = Cli.run("verify", "--url", url + ";USER=reader;PASSWORD=x");
            assertThat(reader.exit()).as(reader.err()).isEqualTo(Exit.FAILED);
            assertThat(reader.err()).isEmpty();
            assertThat(reader.out())
                    .contains("bigint            FAILED: Not enough rights for object")
                    .contains("claims            FAILED: JDBC table PUBLIC.idgen_verify_")
                    .contains("verdict           NOT as documented: [bigint, uuid, binary(16), char(36), claims]");
        }
    }
}
