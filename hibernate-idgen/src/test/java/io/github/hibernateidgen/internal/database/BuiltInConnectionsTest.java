package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.testing.StallingDriver;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When threads of ours have connections of their own, and that those are as the ones of Hibernate's built-in pool. */
class BuiltInConnectionsTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    private interface Check {
        void with(StandardServiceRegistry registry) throws SQLException;
    }

    private static void with(Map<String, Object> settings, Check check) throws SQLException {
        StandardServiceRegistry registry =
                new StandardServiceRegistryBuilder().applySettings(settings).build();
        try {
            check.with(registry);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** {@link java.sql.DriverManager} would load all drivers of the class path. */
    @Test
    void theDriverIsTheOneThatHibernateGuessesFromTheUrl() throws SQLException {
        with(Map.of(AvailableSettings.JAKARTA_JDBC_URL, url), registry -> {
            BuiltInConnections connections = BuiltInConnections.of(registry);
            org.h2.Driver.unload();
            try {
                Connection connection = connections.obtainConnection();
                assertThat(connection.getMetaData().getURL()).isEqualTo(url);
                connections.releaseConnection(connection);
            } finally {
                org.h2.Driver.load();
            }
        });
    }

    @Test
    void aConnectionIsAsTheSettingsOfThePoolSay() throws SQLException {
        with(
                Map.of(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        url,
                        AvailableSettings.JAKARTA_JDBC_USER,
                        "ada",
                        AvailableSettings.JAKARTA_JDBC_PASSWORD,
                        "secret",
                        AvailableSettings.ISOLATION,
                        "READ_UNCOMMITTED",
                        AvailableSettings.AUTOCOMMIT,
                        "false",
                        "hibernate.connection.LOCK_TIMEOUT",
                        "1234",
                        "hibernate.connection.init_sql",
                        "set @greeting = 'hello'"),
                registry -> {
                    BuiltInConnections connections = BuiltInConnections.of(registry);
                    Connection connection = connections.obtainConnection();
                    assertThat(connection.getMetaData().getUserName()).isEqualTo("ADA");
                    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_UNCOMMITTED);
                    assertThat(connection.getAutoCommit())
                            .as("the SQL may have turned it off without the driver's knowledge")
                            .isFalse();
                    assertThat(query(connection, "select @greeting")).isEqualTo("hello");
                    assertThat(query(connection, "select lock_timeout()")).isEqualTo("1234");
                    connections.releaseConnection(connection);
                    assertThat(connection.isClosed()).isTrue();
                });
    }

    @Test
    void whatWasNotCommittedIsRolledBackBeforeTheConnectionCloses() throws SQLException {
        with(Map.of(AvailableSettings.JAKARTA_JDBC_URL, url), registry -> {
            BuiltInConnections connections = BuiltInConnections.of(registry);
            Connection first = connections.obtainConnection();
            assertThat(first.getAutoCommit())
                    .as("one statement needs no commit")
                    .isTrue();
            first.setAutoCommit(false);
            execute(first, "create table note (id int)");
            execute(first, "insert into note values (1)");
            first.commit();
            execute(first, "insert into note values (2)");
            connections.releaseConnection(first);
            assertThat(first.isClosed()).isTrue();

            Connection second = connections.obtainConnection();
            assertThat(query(second, "select count(*) from note")).isEqualTo("1");
            connections.releaseConnection(second);
        });
    }

    @Test
    void aConnectionThatCannotBePreparedIsClosed() throws SQLException {
        try (StallingDriver.Database database = new StallingDriver.Database();
                Connection beside = new StallingDriver().connect(database.url(), new Properties())) {
            execute(beside, "create table gate (id int)");
            with(stalling(database, Map.of("hibernate.connection.init_sql", "select * from gate")), registry -> {
                BuiltInConnections connections = BuiltInConnections.of(registry);
                connections.releaseConnection(connections.obtainConnection());
                execute(beside, "drop table gate");
                long open = database.open();

                assertThatThrownBy(connections::obtainConnection)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("GATE");
                assertThat(database.open()).isEqualTo(open);
            });
        }
    }

    @Test
    void aDriverThatRefusesTheUrlIsNamed() throws SQLException {
        try (StallingDriver.Database database = new StallingDriver.Database()) {
            with(stalling(database, Map.of()), registry -> {
                BuiltInConnections connections = BuiltInConnections.of(registry);
                database.forget();
                assertThatThrownBy(connections::obtainConnection)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("StallingDriver");
            });
        }
    }

    private static Map<String, Object> stalling(StallingDriver.Database database, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(AvailableSettings.JAKARTA_JDBC_URL, database.url());
        settings.put(AvailableSettings.JAKARTA_JDBC_DRIVER, StallingDriver.class.getName());
        return settings;
    }

    /** Another connection would see an empty database there. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:, false",
        "jdbc:h2:mem:;MODE=MySQL, false",
        "jdbc:h2:mem:shop, true",
        "jdbc:sqlite:, false",
        "jdbc:sqlite::memory:, false",
        "jdbc:sqlite:?foreign_keys=on, false",
        "jdbc:sqlite:file::memory:?cache=shared, false",
        "jdbc:sqlite:file:shop?mode=memory, false",
        "jdbc:sqlite:target/memory.db, true",
        "jdbc:hsqldb:mem:shop, true"
    })
    void databasesOfOneConnectionAreLeftToThePool(String url, boolean own) throws SQLException {
        Map<String, Object> settings =
                Map.of(AvailableSettings.DIALECT, H2Dialect.class.getName(), AvailableSettings.JAKARTA_JDBC_URL, url);
        with(
                settings,
                registry -> assertThat(BuiltInConnections.of(registry) != null).isEqualTo(own));
    }

    @Test
    void otherPoolsAreUsedAsTheyAre() throws SQLException {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        with(
                Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource),
                registry -> assertThat(BuiltInConnections.of(registry)).isNull());
    }
}
