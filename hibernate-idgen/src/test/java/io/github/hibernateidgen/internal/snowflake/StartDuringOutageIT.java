package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Starts session factories while their worker numbers, on a PostgreSQL behind a proxy, cannot be had yet: for 2 and 3 s, with
 * {@code -Plong-tests} for 8 and 20 s. The entities are in another database.
 */
@Timeout(120)
class StartDuringOutageIT {

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId(layout = "four")
        Long id;
    }

    private final RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
    private final JdbcReservationStore store =
            new JdbcReservationStore(ConnectionSource.of(database::connect), JdbcTable.DEFAULT);

    @BeforeEach
    void createTable() {
        store.createTable();
    }

    @AfterEach
    void dropTable() throws SQLException {
        execute("drop table if exists idgen_worker");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Hibernate hibernate(String host, int port) {
        PGSimpleDataSource numbers = new PGSimpleDataSource();
        numbers.setUrl(database.jdbcUrl());
        numbers.setServerNames(new String[] {host});
        numbers.setPortNumbers(new int[] {port});
        if (!database.user().isEmpty()) {
            numbers.setUser(database.user());
            numbers.setPassword(database.password());
        }
        return Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(
                        "hibernate.idgen.snowflake.layouts.four",
                        SnowflakeLayout.named("four")
                                .time(40)
                                .worker("worker", 2)
                                .sequence(10)
                                .build())
                .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(numbers));
    }

    private URI server() {
        return URI.create(database.jdbcUrl().substring("jdbc:".length()));
    }

    @Test
    void succeedsWhereTheStoreAnswersLater() throws Exception {
        Duration outage = Duration.ofSeconds(LongTest.RUN ? 8 : 2);
        try (LogCapture log = new LogCapture();
                TcpForwarder proxy = new TcpForwarder(server().getHost(), server().getPort())) {
            proxy.breakConnections();
            long begin = System.nanoTime();
            CompletableFuture<SessionFactory> start = CompletableFuture.supplyAsync(
                    () -> hibernate(proxy.host(), proxy.port()).start());
            Thread.sleep(outage.toMillis());
            while (log.warnings().stream().noneMatch(line -> line.startsWith("startup waits for a worker number"))) {
                assertThat(start).isNotDone();
                Thread.onSpinWait();
            }
            proxy.pass();
            try (SessionFactory factory = start.get(60, TimeUnit.SECONDS)) {
                assertThat(Hibernate.nextId(factory, Ticket.class)).isNotNull();
            }
            report("the store answers after " + outage.toMillis() + " ms", begin);
        }
    }

    @Test
    void succeedsWhereTheNumbersOfKilledProcessesLapse() throws Exception {
        Duration lapse = Duration.ofSeconds(LongTest.RUN ? 20 : 3);
        long begin = System.nanoTime();
        for (int worker = 0; worker < 4; worker++) {
            StoredSlot killed =
                    new StoredSlot(worker, UUID.randomUUID().toString(), System.currentTimeMillis() + lapse.toMillis());
            assertThat(store.compareAndSet("default", null, killed)).isTrue();
        }
        try (SessionFactory factory =
                hibernate(server().getHost(), server().getPort()).start()) {
            assertThat(Hibernate.nextId(factory, Ticket.class)).isNotNull();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(lapse.minusSeconds(1));
        report("4 of 4 numbers lapse within " + lapse.toMillis() + " ms", begin);
    }

    @Test
    void endsAtOnceWhereTheTableIsMissing() throws Exception {
        execute("drop table idgen_worker");
        assertEndsAtOnce("the table is missing", hibernate(server().getHost(), server().getPort()), "idgen_worker");
    }

    @Test
    void endsAtOnceWhereTheLoginIsRefused() {
        JdbcDataSource owner = new JdbcDataSource();
        owner.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        owner.setUser("owner");
        owner.setPassword("right");
        assertThat(new JdbcReservationStore(ConnectionSource.of(owner::getConnection), JdbcTable.DEFAULT).createTable())
                .isTrue();
        owner.setPassword("wrong");

        assertEndsAtOnce(
                "the password is wrong",
                hibernate("unused", 1).with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(owner)),
                "Wrong user name or password");
    }

    private static void assertEndsAtOnce(String what, Hibernate hibernate, String reason) {
        long begin = System.nanoTime();
        try (LogCapture log = new LogCapture()) {
            assertThatThrownBy(hibernate::start)
                    .hasStackTraceContaining(NoWorkerException.class.getName())
                    .hasStackTraceContaining(reason);
            assertThat(log.warnings()).noneMatch(line -> line.startsWith("startup waits"));
        }
        report(what, begin);
    }

    private static void report(String what, long begin) {
        System.out.println("Start where " + what + ": it ends after "
                + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms");
    }
}
