package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Databases that go away and come back. */
@Timeout(60)
class StoreOutageIT {

    private static final Duration HIBERNATE_WINDOW = Duration.ofSeconds(1);

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_outage");

    @Test
    void databaseThatEndsItsConnections() throws Exception {
        onPostgreSql((store, network) -> Outage.of(store, network::breakConnections, network::pass));
    }

    @Test
    void databaseThatFallsSilent() throws Exception {
        onPostgreSql((store, network) -> Outage.of(store, network::fallSilent, network::pass));
    }

    /**
     * What is lost in the network never comes; new connections are fine. Nobody repairs anything. The ping of a renewal has no
     * answer, so the driver closes the connection while ids are still reserved.
     */
    @LongTest
    @Test
    void databaseWhoseOpenConnectionsAreLost() throws Exception {
        onPostgreSql(KeptConnection::new, (store, network) -> Outage.outlasted(store, network::loseConnections));
    }

    /** Renewals have connections of their own; one that is under way, and lost, is given up after 10 s. */
    @LongTest
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void hibernatesOwnPoolWhoseConnectionsAreLost(TestDatabase database) throws Exception {
        onHibernate(database, (factory, network) -> {
            Hibernate.nextId(factory, Ticket.class);
            network.loseConnections();
            long lost = System.nanoTime();
            // Until what was reserved before has ended.
            Thread.sleep(HIBERNATE_WINDOW.multipliedBy(2).toMillis());
            while (!makesIds(factory)) {
                assertThat(since(lost)).isLessThan(Outage.LIMIT);
                Thread.sleep(5);
            }
            Duration outage = since(lost);
            Duration close = timeToClose(factory);
            System.out.println(database + " with Hibernate's own pool, its connections lost: ids again after "
                    + outage.toMillis() + " ms, closed in " + close.toMillis() + " ms");
            assertThat(outage).isLessThan(Duration.ofSeconds(12));
            assertThat(close).isLessThan(Duration.ofSeconds(5));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void closeOfHibernatesOwnPoolWhoseConnectionsAreLost(TestDatabase database) throws Exception {
        onHibernate(database, (factory, network) -> {
            Hibernate.nextId(factory, Ticket.class);
            network.loseConnections();

            Duration close = timeToClose(factory);
            System.out.println(database + " with Hibernate's own pool, its connections just lost: closed in "
                    + close.toMillis() + " ms");
            assertThat(close).isLessThan(Duration.ofSeconds(5));
        });
    }

    @Entity(name = "OutageTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    private static boolean makesIds(SessionFactory factory) {
        try {
            Hibernate.nextId(factory, Ticket.class);
            return true;
        } catch (IdentifierGenerationException e) {
            assertThat(e).hasCauseInstanceOf(ReservationEndedException.class);
            return false;
        }
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    /** A close that hangs is waited for long enough to fail, not for ever. */
    private static Duration timeToClose(SessionFactory factory) throws InterruptedException {
        long begin = System.nanoTime();
        Thread closing = new Thread(factory::close);
        closing.setDaemon(true);
        closing.start();
        closing.join(Outage.LIMIT.toMillis());
        return since(begin);
    }

    private static void onHibernate(TestDatabase database, OnHibernate test) throws Exception {
        RunningDatabase running = database.orSkip();
        Matcher url = Pattern.compile("//([^:/]+):(\\d+)").matcher(running.jdbcUrl());
        assertThat(url.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(url.group(1), Integer.parseInt(url.group(2)))) {
            SessionFactory factory = Hibernate.on(running.persistenceSettings(), Ticket.class)
                    .with(
                            AvailableSettings.JAKARTA_JDBC_URL,
                            url.replaceFirst("//" + network.host() + ":" + network.port()))
                    .with(AvailableSettings.HBM2DDL_AUTO, "update")
                    .with(IdgenSettings.WORKER_JDBC_TABLE, TABLE.name())
                    .with(IdgenSettings.WORKER_WINDOW, HIBERNATE_WINDOW)
                    .with(IdgenSettings.WORKER_TIMEOUT, Outage.TERMS.timeout().plusSeconds(5))
                    .start();
            test.with(factory, network);
        } finally {
            execute(running, "drop table " + TABLE.name());
            execute(running, "drop table OutageTicket");
        }
    }

    private interface OnHibernate {
        void with(SessionFactory factory, TcpForwarder network) throws Exception;
    }

    private static void onPostgreSql(OnPostgreSql test) throws Exception {
        onPostgreSql(ConnectionSource::of, test);
    }

    private static void onPostgreSql(Function<DataSource, ConnectionSource> pool, OnPostgreSql test) throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(database.jdbcUrl());
        if (!database.user().isEmpty()) {
            dataSource.setUser(database.user());
            dataSource.setPassword(database.password());
        }
        try (TcpForwarder network =
                new TcpForwarder(dataSource.getServerNames()[0], dataSource.getPortNumbers()[0])) {
            dataSource.setServerNames(new String[] {network.host()});
            dataSource.setPortNumbers(new int[] {network.port()});
            execute(database, JdbcDatabase.POSTGRESQL.ddl().replace("idgen_worker", TABLE.name()));
            try {
                test.with(new JdbcReservationStore(pool.apply(dataSource), TABLE), network);
            } finally {
                execute(database, "drop table " + TABLE.name());
            }
        }
    }

    private static void execute(RunningDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The smallest pool: one connection, and another when that is broken. */
    private static final class KeptConnection implements ConnectionSource {

        private final DataSource dataSource;
        private Connection kept;

        KeptConnection(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        public Connection open() throws SQLException {
            if (kept == null || kept.isClosed()) {
                kept = dataSource.getConnection();
            }
            return kept;
        }

        @Override
        public void close(Connection connection) {}

        @Override
        public <T> T transact(Work<T> work) throws SQLException {
            return work.run();
        }

        @Override
        public boolean isCommittedByBorrower(Connection connection) {
            return true;
        }
    }

    private interface OnPostgreSql {
        void with(ReservationStore store, TcpForwarder network) throws Exception;
    }
}
