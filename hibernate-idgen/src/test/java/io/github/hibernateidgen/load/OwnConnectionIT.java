package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Ids;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Ids while the application uses all connections of its pool, and the connection beside the pool fails in all ways. */
@Timeout(180)
class OwnConnectionIT {

    private static final String ROLE = "idgen_own";
    private static final String NAME = "own-connection";

    /** The application has used all two connections of its pool for longer than a reservation. */
    private static final Duration LONG = Duration.ofSeconds(4);

    private static final Duration BACK = Duration.ofSeconds(20);
    private static final List<Class<?>> ENTITIES = List.of(Ticket.class, Numbered.class, TableNumbered.class);

    @Entity(name = "OwnTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "OwnNumber")
    static class Numbered {
        @Id
        @SegmentId(size = 5)
        Long id;
    }

    @Entity(name = "OwnTableNumber")
    static class TableNumbered {
        @Id
        @SegmentId(size = 5, table = true)
        Long id;
    }

    private enum Pool {
        HIKARI,
        AGROAL,
        BUILT_IN
    }

    private static RunningDatabase database;
    private static String password;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private LogCapture log;
    private SessionFactory factory;
    private DataSource pool;

    @BeforeAll
    static void createSchema() throws SQLException {
        database = TestDatabase.POSTGRESQL.orSkip();
        LoadedApplication.createSchema(database, ENTITIES.toArray(Class<?>[]::new));
        execute("drop role if exists " + ROLE, "create role " + ROLE + " login superuser");
    }

    @AfterAll
    static void dropSchema() throws SQLException {
        if (database != null) {
            LoadedApplication.dropSchema(database, ENTITIES.toArray(Class<?>[]::new));
            execute("drop role " + ROLE);
        }
    }

    @BeforeEach
    void record() throws SQLException {
        password = "first";
        execute("alter role " + ROLE + " password 'first' connection limit -1");
        log = new LogCapture();
    }

    @AfterEach
    void close() throws Exception {
        closeAll();
        log.close();
    }

    private void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        opened.clear();
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static int count(String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static int sessions() throws SQLException {
        return count("select count(*) from pg_stat_activity where usename = '" + ROLE + "'");
    }

    private static String url(String url) {
        return url + (url.contains("?") ? "&" : "?") + "ApplicationName=" + NAME;
    }

    private HikariDataSource hikari(String url) {
        return configured(new HikariDataSource(), url);
    }

    private <P extends HikariDataSource> P configured(P made, String url) {
        made.setJdbcUrl(url(url));
        made.setUsername(ROLE);
        made.setPassword(password);
        made.setMaximumPoolSize(2);
        made.setConnectionTimeout(3_000);
        opened.add(made);
        return made;
    }

    private AgroalDataSource agroal() throws SQLException {
        AgroalDataSource made = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(2)
                        .acquisitionTimeout(Duration.ofSeconds(3))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url(database.jdbcUrl()))
                                .principal(new NamePrincipal(ROLE))
                                .credential(new SimplePassword(password)))));
        opened.add(made::close);
        return made;
    }

    private void start(Class<?> entity, DataSource lending, Map<String, Object> more) {
        pool = lending;
        start(entity, more);
    }

    private void start(Class<?> entity, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        if (pool != null) {
            settings.put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        }
        settings.putIfAbsent(IdgenSettings.WORKER_WINDOW, "3s");
        factory = Hibernate.on(settings, entity)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .start();
        opened.add(factory);
    }

    private void start(Class<?> entity, Pool kind) throws SQLException {
        switch (kind) {
            case HIKARI -> start(entity, hikari(database.jdbcUrl()), Map.of());
            case AGROAL -> start(entity, agroal(), Map.of());
            case BUILT_IN ->
                start(
                        entity,
                        Map.of(
                                AvailableSettings.JAKARTA_JDBC_URL,
                                url(database.jdbcUrl()),
                                AvailableSettings.JAKARTA_JDBC_USER,
                                ROLE,
                                AvailableSettings.JAKARTA_JDBC_PASSWORD,
                                password,
                                AvailableSettings.POOL_SIZE,
                                2));
        }
    }

    private void use() {
        for (int i = 0; i < 2; i++) {
            var session = factory.openSession();
            session.beginTransaction();
            session.createNativeQuery("select 1", Integer.class).getSingleResult();
            opened.add(session);
        }
    }

    private void next(Class<?> entity) {
        Idgen.of(factory).next(entity);
    }

    /** Ids of an entity for a while, and all come. */
    private void ids(Class<?> entity, Duration length) throws InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < length.toNanos()) {
            next(entity);
            Thread.sleep(20);
        }
    }

    /** Ends the sessions that are not the pool's: those that are idle outside of a transaction while the pool is in use. */
    private static int killOwn() throws SQLException {
        return count("select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = '" + ROLE
                + "' and state = 'idle'");
    }

    static List<Arguments> kinds() {
        List<Arguments> kinds = new ArrayList<>();
        for (Pool pool : Pool.values()) {
            for (Class<?> entity : ENTITIES) {
                if (LongTest.RUN || pool == Pool.HIKARI || entity == Ticket.class) {
                    kinds.add(Arguments.of(pool, entity));
                }
            }
        }
        return kinds;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void idsGoOnWhileThePoolIsUsedUp(Pool kind, Class<?> entity) throws Exception {
        start(entity, kind);
        use();
        ids(entity, LONG);
        assertThat(sessions()).isEqualTo(3);
        assertThat(log.messages())
                .filteredOn(line -> line.contains("of their own beside the pool"))
                .hasSize(1);
        assertThat(log.warnings()).noneMatch(line -> line.contains("pool"));

        closeAll();
        long begin = System.nanoTime();
        while (sessions() > 0
                && System.nanoTime() - begin < Duration.ofSeconds(5).toNanos()) {
            Thread.sleep(50);
        }
        assertThat(sessions()).as("sessions that are left on the server").isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aKilledSessionIsReplaced(Pool kind, Class<?> entity) throws Exception {
        start(entity, kind);
        use();
        ids(entity, Duration.ofSeconds(2));
        int killed = 0;
        for (int i = 0; i < 3; i++) {
            killed += killOwn();
            ids(entity, Duration.ofMillis(1_500));
        }
        assertThat(killed).isGreaterThanOrEqualTo(2);
    }

    /** The pool's connections break, too, and the application gets other ones. */
    @LongTest
    @Test
    void idsGoOnOverARestartOfTheServer() throws Exception {
        Matcher server = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(server.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(server.group(1), Integer.parseInt(server.group(2)))) {
            start(
                    Ticket.class,
                    hikari(server.replaceFirst("//" + network.host() + ":" + network.port())),
                    Map.of(IdgenSettings.WORKER_WINDOW, "30s"));
            ids(Ticket.class, Duration.ofSeconds(11));
            network.breakConnections();
            Thread.sleep(35_000);
            network.pass();
            Ids.comeAndStay(() -> next(Ticket.class), BACK, Duration.ofSeconds(5));
        }
    }

    /** A firewall forgets a connection that was idle, and answers nothing on it. */
    @Test
    void aConnectionThatWasDroppedSilentlyIsReplaced() throws Exception {
        Matcher server = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(server.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(server.group(1), Integer.parseInt(server.group(2)))) {
            start(
                    Ticket.class,
                    hikari(server.replaceFirst("//" + network.host() + ":" + network.port())),
                    Map.of(IdgenSettings.WORKER_WINDOW, "12s"));
            ids(Ticket.class, Duration.ofSeconds(5));
            network.loseConnections();
            ids(Ticket.class, Duration.ofSeconds(14));
        }
    }

    /** Closes while the connection beside the pool is silent. */
    @Test
    void aSilentServerKeepsNoSessionFactoryFromClosing() throws Exception {
        Matcher server = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(server.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(server.group(1), Integer.parseInt(server.group(2)))) {
            start(Ticket.class, hikari(server.replaceFirst("//" + network.host() + ":" + network.port())), Map.of());
            ids(Ticket.class, Duration.ofSeconds(2));
            network.fallSilent();
            long begin = System.nanoTime();
            factory.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** The server accepts no further session. The application's own requests are served. */
    @ParameterizedTest
    @EnumSource(names = {"HIKARI", "AGROAL"})
    void idsComeBackWhenTheServerHasASessionFree(Pool kind) throws Exception {
        execute("alter role " + ROLE + " nosuperuser");
        try {
            execute("grant all on all tables in schema public to " + ROLE);
            start(Ticket.class, kind);
            use();
            ids(Ticket.class, Duration.ofSeconds(3));
            execute("alter role " + ROLE + " connection limit 2");
            assertThat(killOwn()).isEqualTo(1);
            Thread.sleep(8_000);
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("use the connections of the pool for now"))
                    .hasSize(1);
            execute("alter role " + ROLE + " connection limit -1");
            Ids.comeAndStay(() -> next(Ticket.class), BACK, Duration.ofSeconds(4));
        } finally {
            execute("alter role " + ROLE + " superuser");
        }
    }

    /** The pool's connections are open, so ids go on with them. A server may lock the account after some logins. */
    @Test
    void aRefusedLoginIsNotTriedAgainForMinutes() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HikariDataSource counting = configured(
                new HikariDataSource() {
                    @Override
                    public Credentials getCredentials() {
                        asked.incrementAndGet();
                        return super.getCredentials();
                    }
                },
                database.jdbcUrl());
        start(Ticket.class, counting, Map.of());
        ids(Ticket.class, Duration.ofSeconds(3));
        String before = "select count(*) from pg_stat_activity where usename = '" + ROLE + "'";
        assertThat(count(before)).isEqualTo(3);
        counting.setConnectionTimeout(1_000);
        execute("alter role " + ROLE + " password 'second'");
        int known = asked.get();
        String newest =
                "(select pid from pg_stat_activity where usename = '" + ROLE + "' order by backend_start desc limit 1)";
        count("select count(pg_terminate_backend(pid)) from pg_stat_activity where pid = " + newest);
        ids(Ticket.class, Duration.ofSeconds(8));
        assertThat(asked.get() - known).isLessThanOrEqualTo(2);
    }

    /** A token provider gives each connection its own password. */
    @Test
    void overriddenCredentialsAreAsked() throws Exception {
        HikariDataSource tokens = configured(
                new HikariDataSource() {
                    @Override
                    public Credentials getCredentials() {
                        return Credentials.of(ROLE, password);
                    }
                },
                database.jdbcUrl());
        tokens.setPassword("wrong");
        start(Ticket.class, tokens, Map.of());
        use();
        ids(Ticket.class, LONG);
        password = "second";
        execute("alter role " + ROLE + " password 'second'");
        assertThat(killOwn()).isEqualTo(1);
        ids(Ticket.class, LONG);
    }

    @Test
    void aWrapperOfThePoolIsUsedAlone() throws Exception {
        start(Ticket.class, new DelegatingDataSource(hikari(database.jdbcUrl())), Map.of());
        ids(Ticket.class, Duration.ofSeconds(3));
        assertThat(sessions()).isLessThanOrEqualTo(2);
        assertThat(log.messages()).noneMatch(line -> line.contains("beside the pool"));
    }

    @Test
    void thePoolAloneIsASetting() throws Exception {
        start(Ticket.class, hikari(database.jdbcUrl()), Map.of(IdgenSettings.JDBC_CONNECTION, "pool"));
        ids(Ticket.class, Duration.ofSeconds(3));
        assertThat(log.messages()).noneMatch(line -> line.contains("beside the pool"));
    }

    /** As where the application has changed the schema of the pool's connection before. */
    @Test
    void aConnectionInAnotherSchemaIsNotUsed() throws Exception {
        execute("drop schema if exists elsewhere cascade", "create schema elsewhere");
        try {
            HikariDataSource changed = hikari(database.jdbcUrl());
            changed.setMaximumPoolSize(1);
            try (Connection first = changed.getConnection();
                    Statement statement = first.createStatement()) {
                statement.execute("set search_path = elsewhere");
            }
            start(Ticket.class, changed, Map.of(IdgenSettings.WORKER_JDBC_TABLE, "public.idgen_worker"));
            ids(Ticket.class, Duration.ofSeconds(5));
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("leads to another place: it differs in schema;"))
                    .hasSize(1);
            assertThat(sessions()).isLessThanOrEqualTo(1);
        } finally {
            execute("drop schema elsewhere cascade");
        }
    }

    /** Its row security shows the role another row, or none. */
    @Test
    void aConnectionThatDoesNotFindTheRowOfTheRenewalIsNotUsed() throws Exception {
        HikariDataSource first = hikari(database.jdbcUrl());
        first.setMaximumPoolSize(1);
        try (Connection connection = first.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set idgen.rows = 'yes'");
        }
        execute(
                "alter role " + ROLE + " nosuperuser",
                "grant all on all tables in schema public to " + ROLE,
                "alter table idgen_worker enable row level security",
                "create policy all_rows on idgen_worker using (current_setting('idgen.rows', true) = 'yes')");
        try {
            start(Ticket.class, first, Map.of());
            ids(Ticket.class, Duration.ofSeconds(6));
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("leads to another place: a renewal does not find its row"))
                    .hasSize(1);
            assertThat(count("select count(*) from idgen_worker where reserved_until > " + System.currentTimeMillis()))
                    .as("numbers in use")
                    .isEqualTo(1);
        } finally {
            execute(
                    "drop policy all_rows on idgen_worker",
                    "alter table idgen_worker disable row level security",
                    "alter role " + ROLE + " superuser");
        }
    }

    @Test
    void thePoolKeepsItsNameItsBeansAndItsFigures() throws Exception {
        HikariDataSource measured = hikari(database.jdbcUrl());
        measured.setPoolName("measured");
        measured.setRegisterMbeans(true);
        start(Ticket.class, measured, Map.of());
        ids(Ticket.class, Duration.ofSeconds(3));
        assertThat(measured.getHikariPoolMXBean().getTotalConnections()).isLessThanOrEqualTo(2);
        factory.close();
        assertThat(ManagementFactory.getPlatformMBeanServer()
                        .isRegistered(new ObjectName("com.zaxxer.hikari:type=Pool (measured)")))
                .isTrue();
        try (Connection connection = measured.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    /** The pool's first connection is asked for its schema. */
    @ParameterizedTest
    @MethodSource("entities")
    void aStartTakesOneRoundTripMoreAndNoSession(Class<?> entity) throws Exception {
        long pooled = roundTripsOfAStart(entity, "pool");
        long own = roundTripsOfAStart(entity, "own");
        System.out.println("start with " + entity.getSimpleName() + ": " + pooled + " round trips, " + own
                + " with a connection beside the pool");
        assertThat(own - pooled).isBetween(0L, 1L);
    }

    private long roundTripsOfAStart(Class<?> entity, String connection) throws Exception {
        execute("delete from idgen_worker"); // A claim of a number that was used before is another one.
        Matcher server = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(server.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(server.group(1), Integer.parseInt(server.group(2)))) {
            HikariDataSource one = hikari(server.replaceFirst("//" + network.host() + ":" + network.port()));
            one.setMaximumPoolSize(1);
            one.getConnection().close();
            long before = network.roundTrips();
            start(entity, one, Map.of(IdgenSettings.JDBC_CONNECTION, connection));
            long made = network.roundTrips() - before;
            assertThat(sessions()).isEqualTo(1);
            closeAll();
            return made;
        }
    }

    /** A pool for the library that the user makes needs two connections. */
    @ParameterizedTest
    @MethodSource("entities")
    void idsGoOnOverANamedDataSource(Class<?> entity) throws Exception {
        HikariDataSource named = hikari(database.jdbcUrl());
        start(
                entity,
                new DelegatingDataSource(hikari(database.jdbcUrl())),
                Map.of(IdgenSettings.JDBC_CONNECTION, named));
        use();
        ids(entity, LONG);
    }

    static List<Class<?>> entities() {
        return ENTITIES;
    }
}
