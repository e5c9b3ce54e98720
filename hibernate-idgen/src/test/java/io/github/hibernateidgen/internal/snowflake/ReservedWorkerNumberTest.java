package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.IdgenIntegrator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LendingPool;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Tenants;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.integrator.spi.Integrator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker number that nobody has set: reserved in the application's own database, from start to close. */
class ReservedWorkerNumberTest {

    private final JdbcDataSource database = new JdbcDataSource();

    /** Tests of calls that hang, in the same JVM, leave threads that end some seconds later. */
    private final Set<Thread> earlier = Thread.getAllStackTraces().keySet();

    ReservedWorkerNumberTest() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("idgen-worker-") && !earlier.contains(thread)) {
                thread.join(10_000);
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
        execute("shutdown");
    }

    private Hibernate hibernate(Class<?>... entities) {
        return Hibernate.onH2(entities)
                .without(AvailableSettings.JAKARTA_JDBC_URL)
                .without(IdgenSettings.WORKER_ID)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .with(AvailableSettings.HBM2DDL_AUTO, "update");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> numbers(String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        }
    }

    private List<Long> workers() throws SQLException {
        return numbers("select worker_id from idgen_worker");
    }

    private List<Long> tables(String name) throws SQLException {
        return numbers("select 1 from information_schema.tables where upper(table_name) = '" + name + "'");
    }

    private static long worker(SessionFactory factory) {
        return SnowflakeLayout.STANDARD
                .split((Long) Hibernate.nextId(factory, Ticket.class))
                .worker();
    }

    @Test
    void withoutASettingEachSessionFactoryReservesANumberOfItsOwn() throws SQLException {
        try (SessionFactory one = hibernate(Ticket.class).start();
                SessionFactory other = hibernate(Ticket.class).start()) {
            assertThat(workers())
                    .containsExactlyInAnyOrder(worker(one), worker(other))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void claimIsLoggedOnceWithNumberFloorWindowAndStore() throws SQLException {
        try (LogCapture log = new LogCapture()) {
            long worker;
            try (SessionFactory factory = hibernate(Ticket.class).start()) {
                worker = worker(factory);
            }
            // Another thread writes it, at the latest before it writes that the number is released.
            assertThat(log.messages())
                    .filteredOn(message ->
                            message.startsWith("worker [") && message.contains("is reserved for this process"))
                    .singleElement()
                    .asString()
                    .contains("worker [" + worker + "]")
                    .contains(
                            "namespace [default]",
                            "JDBC table PUBLIC.idgen_worker",
                            "from [now, as no process had it before] until [",
                            "window of [60000 ms]");
        }
    }

    @Test
    void settingsOfTheReservationReachIt() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(IdgenSettings.WORKER_NAMESPACE, "shop")
                .with(IdgenSettings.WORKER_WINDOW, "2h")
                .start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(numbers("select reserved_until from idgen_worker where namespace = 'shop'"))
                    .singleElement()
                    .satisfies(end -> assertThat(end - System.currentTimeMillis())
                            .isBetween(TimeUnit.MINUTES.toMillis(110), TimeUnit.MINUTES.toMillis(121)));
        }
    }

    // The table

    @ParameterizedTest
    @ValueSource(strings = {"create", "create-drop", "create-only", "update"})
    void schemaToolsMakeTheTable(String action) throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, action)
                .start()) {
            assertThat(workers()).containsExactly(worker(factory));
        }
        assertThat(tables("IDGEN_WORKER")).hasSize(action.equals("create-drop") ? 0 : 1);
    }

    @Test
    void tableOfTheSchemaToolsIsTheOneOfTheScript() throws SQLException {
        String columns = "select column_name || ' ' || data_type || ' ' || coalesce(character_maximum_length, 0) || ' '"
                + " || is_nullable from information_schema.columns where upper(table_name) = 'IDGEN_WORKER' order by 1";
        hibernate(Ticket.class).start().close();
        List<String> ours = texts(columns);
        execute("drop table idgen_worker");
        execute(JdbcDatabase.H2.ddl());
        assertThat(ours).hasSize(4).isEqualTo(texts(columns));
    }

    /** MySQL has catalogs, and PostgreSQL schemas only; SQL Server and H2 have both. */
    @ParameterizedTest
    @CsvSource({
        "SQLServer, app.idgen_worker, , create table app.idgen_worker (",
        "SQLServer, shop.app.idgen_worker, , create table shop.app.idgen_worker (",
        "SQLServer, shop.app.numbers, other, create table shop.app.numbers (",
        "SQLServer, numbers, app, create table app.numbers (",
        "MySQL, idgen_worker, , create table idgen_worker (",
        "MySQL, shop.idgen_worker, , create table shop.idgen_worker (",
        "MariaDB, shop.numbers, app, create table shop.numbers (",
        "PostgreSQL, app.idgen_worker, other, create table app.idgen_worker (",
        "H2, shop.app.idgen_worker, , create table shop.app.idgen_worker ("
    })
    void schemaToolsWriteTheNameThatIsMeant(String dialect, String table, String defaultSchema, String statement) {
        Hibernate hibernate = offline(dialect, table);
        if (defaultSchema != null) {
            hibernate.with(AvailableSettings.DEFAULT_SCHEMA, defaultSchema);
        }
        StringWriter script = new StringWriter();
        hibernate
                .with(AvailableSettings.JAKARTA_HBM2DDL_SCRIPTS_ACTION, "create")
                .with(AvailableSettings.JAKARTA_HBM2DDL_SCRIPTS_CREATE_TARGET, script)
                .start()
                .close();
        assertThat(script.toString()).contains(statement);
    }

    @Test
    void databaseWithoutSchemasTakesOneQualifier() {
        assertThatThrownBy(() -> offline("MySQL", "shop.app.idgen_worker").start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessage(
                        IdgenSettings.WORKER_JDBC_TABLE + " [shop.app.idgen_worker]: this database has catalogs but no"
                                + " schemas; write catalog.table or table");
    }

    private static Hibernate offline(String dialect, String table) {
        return Hibernate.on(Map.of(), Ticket.class)
                .with(AvailableSettings.DIALECT, "org.hibernate.dialect." + dialect + "Dialect")
                .with("hibernate.boot.allow_jdbc_metadata_access", false)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .with(IdgenSettings.WORKER_JDBC_TABLE, table);
    }

    private List<String> texts(String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    @Test
    void updateKeepsTheRowsAndValidateIsContent() throws SQLException {
        hibernate(Ticket.class).start().close();
        execute("insert into idgen_worker (namespace, worker_id, owner, reserved_until) values ('other', 7, 'me', 1)");
        hibernate(Ticket.class).start().close();
        hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                .start()
                .close();
        assertThat(numbers("select worker_id from idgen_worker where namespace = 'other'"))
                .containsExactly(7L);
    }

    @Test
    void validateIsContentWithTheTableOfTheScript() throws SQLException {
        execute("create table Ticket (id bigint primary key)");
        execute(JdbcDatabase.H2.ddl());
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                .start()) {
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    /** The validation by Hibernate finds what is wrong with the table, and the claim is tried again. */
    @Test
    void startGoesOnAfterAFailureThatPassesAlsoWhereTheTableIsValidated() throws SQLException {
        execute("create table Ticket (id bigint primary key)");
        execute(JdbcDatabase.H2.ddl());
        AtomicInteger failures = new AtomicInteger(2);
        DataSource blip = LendingPool.failing(
                database,
                () -> StackWalker.getInstance()
                                .walk(frames -> frames.anyMatch(
                                        frame -> frame.getClassName().endsWith(".OwnTransactions")))
                        && failures.getAndDecrement() > 0);
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, blip)
                .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                .start()) {
            assertThat(workers()).containsExactly(worker(factory));
            assertThat(failures).hasValueLessThan(1);
        }
    }

    /** A server that does not answer would otherwise hold up the start for ever. */
    @Test
    void startFindsTheTableInACallThatIsBoundedIfTheFirstIdClaims() throws SQLException {
        List<String> threads = new CopyOnWriteArrayList<>();
        DataSource watched = LendingPool.failing(database, () -> {
            if (StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith(".OwnTransactions")))) {
                threads.add(Thread.currentThread().getName());
            }
            return false;
        });
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, watched)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start()) {
            assertThat(threads).containsExactly("idgen-worker-table");
            assertThat(worker(factory)).isNotNegative();
        }
    }

    @Test
    void validateFindsAColumnOfTheWrongType() throws SQLException {
        execute("create table Ticket (id bigint primary key)");
        execute(JdbcDatabase.H2.ddl().replace("reserved_until bigint", "reserved_until timestamp"));
        assertThatThrownBy(() -> hibernate(Ticket.class)
                        .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                        .start())
                .hasStackTraceContaining("wrong column type")
                .hasStackTraceContaining("reserved_until");
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.hbm2ddl.auto, none",
        "hibernate.hbm2ddl.auto, validate",
        "jakarta.persistence.schema-generation.database.action, validate",
        "javax.persistence.schema-generation.database.action, validate"
    })
    void missingTableStopsTheStartWithTheStatementThatMakesItAndTheOtherWaysOut(String setting, String action)
            throws SQLException {
        execute("create table Ticket (id bigint primary key)");
        Hibernate hibernate = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(setting, action);
        Throwable error = catchThrowable(hibernate::start);
        while (error.getCause() != null && !error.getMessage().contains("create table")) {
            error = error.getCause();
        }
        assertThat(error)
                .hasMessageContaining("JDBC table PUBLIC.idgen_worker")
                .hasMessageContaining(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT + "=create");
        String message = error.getMessage();
        int ddl = message.indexOf("create table");
        execute(message.substring(ddl, message.indexOf(';', ddl) + 1));
        try (SessionFactory factory = hibernate.start()) {
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, none, idgen_worker",
                "validate, none, idgen_worker",
                "none, shop, shop.idgen_worker",
                "none, `my-shop`, '\"my-shop\".idgen_worker'",
                "none, '', idgen_worker"
            })
    void missingTableIsCreatedWhereASettingSaysSo(@Nullable String action, @Nullable String schema, String table)
            throws SQLException {
        execute("create schema shop; create schema \"my-shop\"");
        String entities = table.replace("idgen_worker", "Ticket");
        execute("create table " + entities + " (id bigint primary key)");
        Hibernate hibernate = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, action == null ? "none" : action)
                .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create");
        if (schema != null) {
            hibernate.with(AvailableSettings.DEFAULT_SCHEMA, schema);
        }
        for (int start = 1; start <= 2; start++) {
            try (SessionFactory factory = hibernate.start()) {
                // The second start may choose the number that the first gave back.
                assertThat(numbers("select worker_id from " + table))
                        .hasSizeBetween(1, start)
                        .contains(worker(factory));
            }
        }
        assertThat(tables("IDGEN_WORKER")).hasSize(1);
    }

    @Test
    void whoUsesGuidsOnlyGetsNoTableWhateverTheSettingSays() throws SQLException {
        hibernate(Receipt.class)
                .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create")
                .start()
                .close();
        assertThat(tables("IDGEN_WORKER")).isEmpty();
    }

    @Test
    void schemaToolsLeaveATableThatTheLibraryCreates() throws SQLException {
        Hibernate hibernate = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create");
        hibernate.start().close();
        assertThat(tables("TICKET")).isEmpty();
        assertThat(tables("IDGEN_WORKER")).hasSize(1);
        execute("drop table idgen_worker; create table Ticket (id bigint primary key)");
        hibernate.with(AvailableSettings.HBM2DDL_AUTO, "validate").start().close();
        assertThat(tables("IDGEN_WORKER")).hasSize(1);
    }

    @Test
    void tableIsLeftToOthersWhereASettingSaysSo() throws SQLException {
        Hibernate hibernate = hibernate(Ticket.class).with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "none");
        assertThat(catchThrowable(hibernate::start)).isNotNull();
        assertThat(tables("IDGEN_WORKER")).isEmpty();
        execute(JdbcDatabase.H2.ddl());
        hibernate.with(AvailableSettings.HBM2DDL_AUTO, "create-drop").start().close();
        assertThat(tables("IDGEN_WORKER")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers", "worker-numbers", "Numbers_1"})
    void tableMayHaveAnotherNameAndSchema(String name) throws SQLException {
        execute("create schema ops");
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(IdgenSettings.WORKER_JDBC_TABLE, "ops." + name)
                .start()) {
            String quoted = name.contains("-") ? '"' + name + '"' : name;
            assertThat(numbers("select worker_id from ops." + quoted)).containsExactly(worker(factory));
        }
    }

    @Test
    void tableIsInHibernatesDefaultSchema() throws SQLException {
        execute("create schema shop");
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.DEFAULT_SCHEMA, "shop")
                .start()) {
            assertThat(numbers("select worker_id from shop.idgen_worker")).containsExactly(worker(factory));
        }
    }

    /** A wait for a schema that does not exist cannot help. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "create"})
    void missingSchemaEndsTheStartAtOnce(String maker) {
        try (LogCapture log = new LogCapture()) {
            assertThatThrownBy(() -> hibernate(Ticket.class)
                            .with(AvailableSettings.DEFAULT_SCHEMA, "nowhere")
                            .with(AvailableSettings.HBM2DDL_AUTO, "none")
                            .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, maker)
                            .with(IdgenSettings.WORKER_WINDOW, "5s")
                            .start())
                    .hasStackTraceContaining("Schema \"NOWHERE\" not found");
            assertThat(log.warnings()).noneMatch(line -> line.startsWith("startup waits"));
        }
    }

    @Test
    void defaultSchemaMayHaveSpacesInQuotes() throws SQLException {
        execute("create schema \"my shop\"");
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.DEFAULT_SCHEMA, "`my shop`")
                .start()) {
            assertThat(numbers("select worker_id from \"my shop\".idgen_worker"))
                    .containsExactly(worker(factory));
        }
    }

    @Test
    void defaultCatalogThatCannotBeQuotedIsAskedForBeforeAnyIdIsMade() {
        assertThatThrownBy(() -> hibernate(Ticket.class)
                        .with(AvailableSettings.DEFAULT_CATALOG, "`my]shop`")
                        .with(AvailableSettings.HBM2DDL_AUTO, "none")
                        .with(IdgenSettings.WORKER_CLAIM, "first-id")
                        .start())
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(IdgenSettings.WORKER_JDBC_TABLE + " [idgen_worker]: Hibernate's default")
                .hasMessageContaining("my]shop");
    }

    /** H2 finds the table, but does not tell in which schema of the search path. */
    @Test
    void tableInNoKnownSchemaIsNamedWhereTenantsHaveTheirBuiltInConnections() throws SQLException {
        execute("create schema empty");
        execute(JdbcDatabase.H2.ddl());
        JdbcDataSource elsewhere = new JdbcDataSource();
        elsewhere.setURL(database.getURL() + ";INIT=set schema empty\\;set schema_search_path empty, public");
        Hibernate hibernate = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, elsewhere);
        hibernate.start().close();
        assertThat(workers()).hasSize(1);

        hibernate
                .without(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE)
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Tenants(elsewhere, elsewhere));
        assertThatThrownBy(hibernate::start)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining(IdgenSettings.WORKER_JDBC_TABLE + " [idgen_worker]: the connections of the")
                .hasMessageContaining("name the table with its schema, such as shop.idgen_worker");
        hibernate
                .with(IdgenSettings.WORKER_JDBC_TABLE, "public.idgen_worker")
                .start()
                .close();
    }

    @Test
    void emptyDefaultSchemaIsNone() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.DEFAULT_SCHEMA, "")
                .start()) {
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    @Test
    void defaultSchemaThatTheDatabaseDoesNotHaveIsNoneEither() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.DIALECT, "org.hibernate.dialect.MariaDBDialect")
                .with(AvailableSettings.DEFAULT_SCHEMA, "shop")
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start()) {
            execute(JdbcDatabase.H2.ddl());
            assertThat(workers()).isEmpty();
            long worker = worker(factory);
            assertThat(workers()).containsExactly(worker);
        }
    }

    @Test
    void aSourceObjectCannotServeTwoSessionFactories() {
        try (ReservedWorkerSource source =
                        new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT);
                SessionFactory one = hibernate(Ticket.class)
                        .with(IdgenSettings.WORKER_SOURCE, source)
                        .start()) {
            assertThat(worker(one)).isNotNegative();
            assertThatThrownBy(() -> hibernate(Ticket.class)
                            .with(IdgenSettings.WORKER_SOURCE, source)
                            .start())
                    .hasStackTraceContaining("two generators would make the same ids")
                    .hasStackTraceContaining("a ReservationStore instead");
        }
    }

    @Test
    void connectionsThatTheApplicationGivesAreNotThereForTheReservation() throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertThatThrownBy(() -> hibernate(Ticket.class)
                            .without(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE)
                            .with(AvailableSettings.DIALECT, "org.hibernate.dialect.H2Dialect")
                            .with(AvailableSettings.HBM2DDL_AUTO, "none")
                            .start())
                    .hasStackTraceContaining("give the store a data source of its own")
                    .hasStackTraceContaining("hibernate.idgen.worker.source");
            assertThat(connection.isClosed()).isFalse();
        }
    }

    @Test
    void namingStrategiesAndGlobalQuotingDoNotTouchTheTable() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.PHYSICAL_NAMING_STRATEGY, new Prefix())
                .with(AvailableSettings.GLOBALLY_QUOTED_IDENTIFIERS, true)
                .start()) {
            assertThat(tables("T_TICKET")).hasSize(1);
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    static final class Prefix extends PhysicalNamingStrategyStandardImpl {
        private static final long serialVersionUID = 1L;

        @Override
        public Identifier toPhysicalTableName(Identifier name, JdbcEnvironment environment) {
            return new Identifier("T_" + name.getText(), name.isQuoted());
        }
    }

    @Test
    void whoUsesGuidsOnlyHasNoTable() throws SQLException {
        hibernate(Receipt.class).start().close();
        assertThat(tables("IDGEN_WORKER")).isEmpty();
        hibernate(Receipt.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "validate")
                .start()
                .close();
    }

    @Entity(name = "Note")
    static class Note {
        @Id
        int id;

        @SnowflakeId
        Long number;
    }

    @Test
    void attributeThatIsNotTheIdNeedsTheTableToo() throws SQLException {
        try (SessionFactory factory = hibernate(Note.class).start()) {
            factory.inTransaction(session -> session.persist(new Note()));
            assertThat(workers())
                    .containsExactly(SnowflakeLayout.STANDARD
                            .split(numbers("select number from Note").get(0))
                            .worker());
        }
    }

    // When

    @Test
    void claimCanWaitForTheFirstId() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start()) {
            assertThat(workers()).isEmpty();
            long worker = worker(factory);
            assertThat(workers()).containsExactly(worker);
        }
    }

    @Test
    void claimWaitsForTheFirstIdWhereHibernateStartsWithoutADatabase() {
        Hibernate.offline(org.hibernate.dialect.PostgreSQLDialect.class, Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .start()
                .close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "create-drop"})
    void closeGivesTheNumberBackBeforeTheTableIsDropped(String action) throws SQLException {
        long start = System.currentTimeMillis();
        try (LogCapture log = new LogCapture()) {
            hibernate(Ticket.class)
                    .with(AvailableSettings.HBM2DDL_AUTO, action)
                    .start()
                    .close();
            assertThat(log.messages()).anyMatch(message -> message.contains("is released"));
            assertThat(log.warnings()).isEmpty();
        }
        if (action.equals("update")) {
            assertThat(numbers("select reserved_until from idgen_worker where reserved_until > " + start))
                    .isEmpty();
        }
    }

    // One half of the lines went to System.Logger, and were lost where that is not bound to the
    // application's
    @Test
    void linesOfTheReservationTakeTheRouteOfHibernates() {
        try (LogCapture log = new LogCapture()) {
            hibernate(Ticket.class).start().close();
            assertThat(log.records())
                    .extracting(LogRecord::getLoggerName)
                    .contains("io.github.hibernateidgen", "io.github.hibernateidgen.worker");
            assertThat(log.records())
                    .extracting(one -> one.getClass().getName())
                    .containsOnly("org.jboss.logging.JBossLogRecord");
        }
    }

    @Test
    void startThatFailsAfterTheClaimGivesTheNumberBack() throws SQLException {
        Hibernate hibernate = hibernate(Ticket.class).with(new FailsAfterOurs());
        assertThatThrownBy(hibernate::start).hasStackTraceContaining("no start");
        assertThat(workers()).hasSize(1);
        assertThat(numbers("select reserved_until from idgen_worker")).containsExactly(0L);
    }

    @Test
    void startThatFailsInTheClaimLeavesNobodyBehindToTryAgain() throws SQLException {
        assertThat(catchThrowable(() -> hibernate(Ticket.class)
                        .with(AvailableSettings.HBM2DDL_AUTO, "none")
                        .start()))
                .isNotNull();
    }

    private static final class FailsAfterOurs implements Integrator {

        @Override
        public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
            new IdgenIntegrator().integrate(metadata, context, factory);
            factory.addObserver(new SessionFactoryObserver() {
                @Override
                public void sessionFactoryCreated(SessionFactory created) {
                    throw new IllegalStateException("no start");
                }
            });
        }

        @Override
        public void disintegrate(
                SessionFactoryImplementor factory, org.hibernate.service.spi.SessionFactoryServiceRegistry registry) {}
    }

    private List<Long> held() throws SQLException {
        return numbers("select worker_id from idgen_worker where reserved_until > " + System.currentTimeMillis());
    }

    @Test
    void eachSessionFactoryOfARegistryHasANumberOfItsOwn() throws SQLException {
        var registry = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "update")
                .build();
        try (SessionFactory one = new MetadataSources(registry)
                .addAnnotatedClass(Ticket.class)
                .buildMetadata()
                .buildSessionFactory()) {
            try (SessionFactory other = new MetadataSources(registry)
                    .addAnnotatedClass(Ticket.class)
                    .buildMetadata()
                    .buildSessionFactory()) {
                assertThat(worker(other)).isNotEqualTo(worker(one));
                assertThat(workers()).containsExactlyInAnyOrder(worker(one), worker(other));
                assertThat(held()).hasSize(2);
            }
            assertThat(held()).containsExactly(worker(one));
        }
    }

    @Test
    void idAfterTheCloseIsRefused() {
        SessionFactory factory = hibernate(Ticket.class).start();
        factory.close();
        assertThatThrownBy(() -> Hibernate.nextId(factory, Ticket.class))
                .hasMessageStartingWith("Ticket.id: ")
                .hasMessageContaining("closed");
    }

    // Where

    @Test
    void rolledBackTransactionDoesNotTakeTheReservationWithIt() throws SQLException {
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> {
                        session.persist(new Ticket());
                        session.flush();
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            assertThat(numbers("select id from Ticket")).isEmpty();
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    @Test
    void poolOfOneConnectionIsEnough() {
        Semaphore only = new Semaphore(1);
        DataSource pool = LendingPool.of(database, only);
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                .start()) {
            factory.inTransaction(session -> {
                session.persist(new Ticket());
                session.flush();
                session.persist(new Ticket());
            });
        }
        assertThat(only.availablePermits()).as("connections that came back").isEqualTo(1);
    }

    @Test
    void claimThatCantHaveTheOnlyConnectionIsRefusedInsteadOfWaitingForEver() {
        DataSource pool = LendingPool.of(database, new Semaphore(1));
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .with(IdgenSettings.WORKER_TIMEOUT, "50ms")
                .start()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> {
                        session.createNativeQuery("select 1", Integer.class).getSingleResult();
                        session.persist(new Ticket());
                    }))
                    .hasStackTraceContaining("no answer within [50 ms]")
                    .hasStackTraceContaining("all connections to it are in use");
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> persistOnceThereIsANumber(factory));
        }
    }

    private static void persistOnceThereIsANumber(SessionFactory factory) {
        for (boolean done = false; !done; ) {
            try {
                factory.inTransaction(session -> session.persist(new Ticket()));
                done = true;
            } catch (IdentifierGenerationException e) {
                assertThat(e).hasRootCauseInstanceOf(NoWorkerException.class);
            }
        }
    }

    @Test
    void tenantsShareTheTableOfAnyConnection() throws SQLException {
        JdbcDataSource tenant = new JdbcDataSource();
        tenant.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";INIT=create table if not exists Ticket (id bigint)");
        execute(JdbcDatabase.H2.ddl());
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with(AvailableSettings.MULTI_TENANT_CONNECTION_PROVIDER, new Tenants(database, tenant))
                .start()) {
            try (var session =
                    factory.withOptions().tenantIdentifier((Object) "one").openSession()) {
                session.beginTransaction();
                Ticket ticket = new Ticket();
                session.persist(ticket);
                session.getTransaction().commit();
                assertThat(workers())
                        .containsExactly(
                                SnowflakeLayout.STANDARD.split(ticket.id).worker());
            }
        }
    }

    @Test
    void tableMayBeInAnotherDatabase() throws SQLException {
        execute(JdbcDatabase.H2.ddl());
        try (SessionFactory factory = Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(database))
                .start()) {
            assertThat(workers()).containsExactly(worker(factory));
        }
    }

    @Test
    void storeObjectIsReservedInAndGivenBack() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        try (SessionFactory factory = hibernate(Ticket.class)
                .with(IdgenSettings.WORKER_SOURCE, store)
                .with(IdgenSettings.WORKER_NAMESPACE, "shop")
                .start()) {
            assertThat(store.read("shop", 0, Long.MAX_VALUE).slots())
                    .singleElement()
                    .extracting(StoredSlot::worker)
                    .isEqualTo(worker(factory));
        }
        assertThat(store.read("shop", 0, Long.MAX_VALUE).slots().get(0).reservedUntil())
                .isLessThan(System.currentTimeMillis() + 10_000);
    }
}
