package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A session factory that closes while its server accepts connections and does not answer, since its processes are stopped.
 * The servers are this test's own.
 */
@Timeout(180)
class StoppedServerIT {

    /** More than a busy machine makes of the 2 s that a close may take. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Map<TestDatabase, Server> SERVERS = new EnumMap<>(TestDatabase.class);

    @Entity(name = "StoppedTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "StoppedRow")
    static class Row {
        @Id
        @SegmentId(size = 2)
        Long id;
    }

    @Entity(name = "StoppedTableRow")
    static class TableRow {
        @Id
        @SegmentId(size = 2, table = true)
        Long id;
    }

    /** MySQL's server stops as MariaDB's does, so only the long tests try it. */
    static Stream<Arguments> shortly() {
        return stops(1).filter(stop -> LongTest.RUN || stop.get()[0] != TestDatabase.MYSQL);
    }

    static Stream<Arguments> longAgo() {
        return stops(14, 20);
    }

    private static Stream<Arguments> stops(int... seconds) {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.MARIADB, TestDatabase.MYSQL)
                .flatMap(database -> Stream.of(false, true)
                        .flatMap(hikari -> IntStream.of(seconds)
                                .mapToObj(second -> Arguments.of(database, hikari, Duration.ofSeconds(second)))));
    }

    @AfterAll
    static void endServers() {
        SERVERS.values().forEach(server -> server.end().run());
        SERVERS.clear();
    }

    @ParameterizedTest
    @MethodSource("shortly")
    void closesInTimeWhereTheServerHasJustStopped(TestDatabase database, boolean hikari, Duration before)
            throws Exception {
        closesInTime(database, hikari, before);
    }

    @LongTest
    @ParameterizedTest
    @MethodSource("longAgo")
    void closesInTimeWhereTheServerHasStoppedLongAgo(TestDatabase database, boolean hikari, Duration before)
            throws Exception {
        closesInTime(database, hikari, before);
    }

    private static void closesInTime(TestDatabase database, boolean hikari, Duration before) throws Exception {
        Server server = server(database);
        HikariDataSource pool = hikari ? pool(server) : null;
        SessionFactory factory = start(server, pool);
        factory.inTransaction(session -> {
            session.persist(new Ticket());
            session.persist(new Row());
            session.persist(new TableRow());
        });
        List<Session> sessions = holdConnections(factory);
        Duration close;
        try (Stop stop = Stop.of(database, server)) {
            if (hikari) { // Segments borrow from Hibernate's own pool, whose stop waits for a login.
                askForIds(factory, Row.class);
                askForIds(factory, TableRow.class);
            }
            Thread.sleep(before.toMillis());
            close = timeToClose(factory);
        }
        System.out.println(database + ", " + (hikari ? "HikariCP" : "Hibernate's own pool") + ", stopped for "
                + before.toSeconds() + " s: closed in " + close.toMillis() + " ms");
        sessions.forEach(Session::close);
        if (pool != null) {
            pool.close();
        }
        assertThat(close).isLessThan(LONGEST);
    }

    private static Server server(TestDatabase database) throws Exception {
        Server known = SERVERS.get(database);
        if (known != null) {
            return known;
        }
        try {
            Server server = database.local().orElseThrow().start();
            SERVERS.put(database, server);
            return server;
        } catch (UnavailableException e) {
            return abort(database + ": " + e.getMessage());
        }
    }

    private static HikariDataSource pool(Server server) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.jdbcUrl());
        pool.setUsername(server.user());
        pool.setPassword(server.password());
        return pool;
    }

    private static SessionFactory start(Server server, HikariDataSource pool) {
        Map<String, Object> connection = new HashMap<>();
        if (pool != null) {
            connection.put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        } else {
            connection.put(AvailableSettings.JAKARTA_JDBC_URL, server.jdbcUrl());
            connection.put(AvailableSettings.JAKARTA_JDBC_USER, server.user());
            connection.put(AvailableSettings.JAKARTA_JDBC_PASSWORD, server.password());
        }
        return Hibernate.on(connection, Ticket.class, Row.class, TableRow.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.WORKER_WINDOW, Duration.ofSeconds(1))
                .start();
    }

    /** More than the pool has so far: whoever asks it for one has it log in. */
    private static List<Session> holdConnections(SessionFactory factory) {
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Session session = factory.openSession();
            session.beginTransaction();
            session.createNativeQuery("select 1", Integer.class).getSingleResult();
            sessions.add(session);
        }
        return sessions;
    }

    /** Until the session factory closes, or the server has not answered for too long. */
    private static void askForIds(SessionFactory factory, Class<?> entity) {
        daemon(() -> {
            while (true) {
                Idgen.of(factory).next(entity);
            }
        });
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                // No id comes any more.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A close that hangs is waited for long enough to fail, not for ever. */
    private static Duration timeToClose(SessionFactory factory) throws InterruptedException {
        long begin = System.nanoTime();
        daemon(factory::close).join(15_000);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /**
     * Stops all processes of a server until it is closed. A process of its own does that, so that a JVM that is killed leaves
     * no stopped one.
     */
    private record Stop(Process keeper) implements AutoCloseable {

        static Stop of(TestDatabase database, Server server) throws Exception {
            // A process that ends meanwhile is none to stop.
            List<String> command = new ArrayList<>(
                    List.of("sh", "-c", "kill -STOP $@; echo stopped; read go; kill -CONT $@; exit 0", "keeper"));
            ProcessHandle main = process(database, server);
            Stream.concat(Stream.of(main), main.descendants()).forEach(process -> command.add("" + process.pid()));
            Process keeper = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(keeper.inputReader().readLine()).isEqualTo("stopped");
            return new Stop(keeper);
        }

        private static ProcessHandle process(TestDatabase database, Server server) throws Exception {
            boolean isPostgreSql = database == TestDatabase.POSTGRESQL;
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            isPostgreSql ? "select pg_backend_pid()" : "select @@datadir, @@pid_file")) {
                row.next();
                return isPostgreSql
                        ? ProcessHandle.of(row.getLong(1))
                                .orElseThrow()
                                .parent()
                                .orElseThrow()
                        : ProcessHandle.of(Long.parseLong(Files.readString(
                                                Path.of(row.getString(1)).resolve(row.getString(2)))
                                        .strip()))
                                .orElseThrow();
            }
        }

        @Override
        public void close() throws Exception {
            keeper.getOutputStream().close();
            keeper.waitFor();
        }
    }
}
