package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hibernateidgen.database.TestFileServer;
import io.github.hibernateidgen.database.TestFileServer.Product;
import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Servers that confirm a commit before they write it are killed and started again: H2's and HSQLDB's. The failovers kill a
 * server of H2 with its default settings.
 */
@LongTest
class FileServerKillIT extends FailoverContract {

    private static final int KILLS = LongTest.NIGHT ? 50 : 10;

    private static TestFileServer start(Product product, boolean writesAtOnce) throws Exception {
        return TestFileServer.start(
                product, writesAtOnce, JdbcDatabase.valueOf(product.name()).ddl());
    }

    @Override
    protected int failovers() {
        return LongTest.NIGHT ? 50 : 10;
    }

    @Override
    protected TestPair start() throws Exception {
        return start(Product.H2, false);
    }

    @Override
    protected Class<TableClient> client() {
        return TableClient.class;
    }

    @Override
    protected String reservationOf(String namespace) {
        return "select owner from idgen_worker where namespace = '" + namespace + "'";
    }

    @Test
    @Override
    @Timeout(1800)
    void makesNoIdTwiceWhereTheLossIsSettled() throws Exception {
        try (TestFileServer server = start(Product.H2, false)) {
            assumeThat(store(server).writeDelay())
                    .as("H2 2.5 has no delay to settle: it has lost commits of any age, and all tables (decision 0038)")
                    .isLessThan(Duration.ofDays(365));
        }
        super.makesNoIdTwiceWhereTheLossIsSettled();
    }

    /** HSQLDB loses some in a hundred kills. */
    @ParameterizedTest
    @CsvSource({"H2, 365d, 1", "HSQLDB, 500ms, 0"})
    @Timeout(1800)
    void losesWhatItHasConfirmedAndNotWritten(Product product, String delay, int atLeast) throws Exception {
        try (TestFileServer server = start(product, false)) {
            assertThat(store(server).writeDelay())
                    .isEqualTo(delay.equals("365d") ? Duration.ofDays(365) : Duration.ofMillis(500));
            assertThat(lost(server, Duration.ZERO, KILLS)).isGreaterThanOrEqualTo(atLeast);
        }
    }

    /** H2 2.5.252 does. A version that loses no commit of 10 s ago needs no warning: {@code JdbcDatabase.H2}. */
    @Test
    @Timeout(1800)
    void losesWhatH2HasWrittenLongAgo() throws Exception {
        try (TestFileServer server = start(Product.H2, true)) {
            assertThat(store(server).writeDelay()).isEqualTo(Duration.ofDays(365));
            assertThat(lost(server, Duration.ofSeconds(10), 10)).isPositive();
        }
    }

    @Test
    @Timeout(1800)
    void losesNothingWhereHsqldbWritesAtOnce() throws Exception {
        try (TestFileServer server = start(Product.HSQLDB, true)) {
            assertThat(lost(server, Duration.ZERO, KILLS)).isZero();
            assertThat(store(server).writeDelay()).isZero();
        }
    }

    /** Returns how many reservations were lost by kills that followed the confirmation after a pause. */
    private static int lost(TestFileServer server, Duration pause, int kills) throws Exception {
        JdbcReservationStore store = store(server);
        int lost = 0;
        for (int kill = 0; kill < kills; kill++) {
            StoredSlot slot = new StoredSlot(kill, "process", 1000);
            assertThat(store.compareAndSet("default", null, slot)).isTrue();
            Thread.sleep(pause.toMillis());
            server.killPrimary();
            server.promote();
            lost += store.read("default", kill, kill + 1).slots().isEmpty() ? 1 : 0;
        }
        System.out.println(
                server.url() + " lost " + lost + " reservations in " + kills + " kills, " + pause + " later");
        return lost;
    }

    private static JdbcReservationStore store(TestFileServer server) {
        JdbcReservationStore store = new JdbcReservationStore(
                ConnectionSource.of(() -> DriverManager.getConnection(server.url())),
                new JdbcTable(null, null, "idgen_worker"));
        store.read("default", 0, 1);
        return store;
    }
}
