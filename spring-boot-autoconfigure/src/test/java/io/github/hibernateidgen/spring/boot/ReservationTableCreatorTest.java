package io.github.hibernateidgen.spring.boot;

import static io.github.hibernateidgen.spring.boot.IdgenProperties.Worker.InitializeSchema.ALWAYS;
import static io.github.hibernateidgen.spring.boot.IdgenProperties.Worker.InitializeSchema.EMBEDDED;
import static io.github.hibernateidgen.spring.boot.IdgenProperties.Worker.InitializeSchema.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Where the table of reservations is created, and where not. */
class ReservationTableCreatorTest {

    private final DriverManagerDataSource dataSource = database();
    private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);

    @Test
    void createsTheTableInAnEmbeddedDatabaseOnce() {
        new ReservationTableCreator(EMBEDDED).create(Map.of(), dataSource);
        jdbc.update("insert into idgen_worker values ('default', 1, 'somebody', 2)");
        new ReservationTableCreator(EMBEDDED).create(Map.of(), dataSource);
        assertThat(jdbc.queryForObject("select count(*) from idgen_worker", Long.class))
                .isEqualTo(1);
    }

    @Test
    void createsNothingWhereThereIsNeverToBeATable() {
        new ReservationTableCreator(NEVER).create(Map.of(), dataSource);
        assertThat(tables()).isZero();
    }

    @Test
    void createsATableInAFileOnlyIfAlways(@TempDir Path folder) {
        DriverManagerDataSource file = new DriverManagerDataSource("jdbc:h2:file:" + folder.resolve("notes"));
        JdbcTemplate jdbcOfFile = new JdbcTemplate(file);
        new ReservationTableCreator(EMBEDDED).create(Map.of(), file);
        assertThatThrownBy(() -> jdbcOfFile.execute("select * from idgen_worker"))
                .isInstanceOf(BadSqlGrammarException.class);
        new ReservationTableCreator(ALWAYS).create(Map.of(), file);
        jdbcOfFile.execute("select * from idgen_worker");
    }

    @Test
    void createsATableInAServerOnlyIfAlways() {
        DriverManagerDataSource server = new DriverManagerDataSource("jdbc:h2:tcp://127.0.0.1:1/" + UUID.randomUUID());
        new ReservationTableCreator(EMBEDDED).create(Map.of(), server);
        assertThatThrownBy(() -> new ReservationTableCreator(ALWAYS).create(Map.of(), server))
                .isInstanceOf(ReservationStoreException.class)
                .hasMessageContaining("JDBC table idgen_worker could not be created");
    }

    @Test
    void createsNothingForAnotherSource() {
        for (Map<String, Object> settings : java.util.List.<Map<String, Object>>of(
                Map.of("hibernate.idgen.worker.id", 1),
                Map.of("hibernate.idgen.worker.source", "hostname"),
                Map.of("hibernate.idgen.worker.source", new Object()))) {
            new ReservationTableCreator(ALWAYS).create(settings, dataSource);
        }
        assertThat(tables()).isZero();
    }

    @Test
    void createsNothingWithoutADataSource() {
        new ReservationTableCreator(ALWAYS).create(Map.of(), null);
    }

    @Test
    void createsTheTableThatTheSettingsName() {
        jdbc.execute("create schema ids");
        Map<String, Object> settings = new HashMap<>();
        settings.put("hibernate.idgen.worker.source", "jdbc");
        settings.put("hibernate.idgen.worker.jdbc.schema", "ids");
        settings.put("hibernate.idgen.worker.jdbc.table", "numbers");
        settings.put("hibernate.idgen.worker.jdbc.data-source", dataSource);
        new ReservationTableCreator(EMBEDDED).create(settings, database());
        assertThat(jdbc.queryForObject("select count(*) from ids.numbers", Long.class))
                .isZero();
    }

    @Test
    void createsTheTableInHibernatesDefaultSchemaAndQuotesWhatMustBe() {
        jdbc.execute("create schema \"my-ids\"");
        new ReservationTableCreator(EMBEDDED).create(Map.of("hibernate.default_schema", "my-ids"), dataSource);
        assertThat(jdbc.queryForObject("select count(*) from \"my-ids\".idgen_worker", Long.class))
                .isZero();
    }

    @Test
    void readsHibernatesDefaultWithoutItsQuotes() {
        jdbc.execute("create schema \"my-ids\"");
        new ReservationTableCreator(EMBEDDED).create(Map.of("hibernate.default_schema", "`my-ids`"), dataSource);
        assertThat(jdbc.queryForObject("select count(*) from \"my-ids\".idgen_worker", Long.class))
                .isZero();
    }

    @Test
    void passesOverHibernatesDefaultForAnotherDatabase() {
        Map<String, Object> settings =
                Map.of("hibernate.default_schema", "nowhere", "hibernate.idgen.worker.jdbc.data-source", dataSource);
        new ReservationTableCreator(EMBEDDED).create(settings, database());
        assertThat(tables()).isEqualTo(1);
    }

    @Test
    void passesOverADefaultThatTheDatabaseHasNoPlaceFor() {
        DataSource withoutSchemas = new DelegatingDataSource(dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = spy(super.getConnection());
                DatabaseMetaData database = spy(connection.getMetaData());
                doReturn(false).when(database).supportsSchemasInTableDefinitions();
                doReturn(database).when(connection).getMetaData();
                return connection;
            }
        };
        new ReservationTableCreator(ALWAYS).create(Map.of("hibernate.default_schema", "nowhere"), withoutSchemas);
        assertThat(tables()).isEqualTo(1);
    }

    @Test
    void takesABlankDefaultOfHibernateForNone() {
        new ReservationTableCreator(EMBEDDED)
                .create(Map.of("hibernate.default_schema", " ", "hibernate.default_catalog", ""), dataSource);
        assertThat(tables()).isEqualTo(1);
    }

    @Test
    void refusesANameThatIsNoIdentifier() {
        assertThatThrownBy(() -> new ReservationTableCreator(EMBEDDED)
                        .create(Map.of("hibernate.idgen.worker.jdbc.table", "a b"), dataSource))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("hibernate.idgen.worker.jdbc.table [a b]: ");
    }

    private long tables() {
        return jdbc.queryForObject(
                "select count(*) from information_schema.tables where upper(table_name) = 'IDGEN_WORKER'", Long.class);
    }

    private static DriverManagerDataSource database() {
        return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }
}
