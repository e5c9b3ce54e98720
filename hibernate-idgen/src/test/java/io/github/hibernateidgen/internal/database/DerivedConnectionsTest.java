package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalPoolInterceptor;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections that are made beside a pool are as the pool makes its own. */
class DerivedConnectionsTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private HikariDataSource hikari() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername("ada");
        pool.setPassword("secret");
        return pool;
    }

    @Test
    void hikarisSettingsApply() throws Exception {
        try (HikariDataSource pool = hikari()) {
            pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
            pool.setSchema("INFORMATION_SCHEMA");
            pool.setConnectionInitSql("set @greeting = 'hello'");
            pool.addDataSourceProperty("LOCK_TIMEOUT", "1234");
            try (Connection lent = pool.getConnection()) {
                try (Connection own = HikariConnections.of(pool).make().connection()) {
                    assertThat(DatabaseIdentity.of(own)).isEqualTo(DatabaseIdentity.of(lent));
                    assertThat(own.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
                    assertThat(query(own, "select @greeting")).isEqualTo("hello");
                    assertThat(query(own, "select lock_timeout()")).isEqualTo("1234");
                }
                assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
            }
        }
    }

    @Test
    void hikariThatHasLentNothingRevealsNothing() {
        try (HikariDataSource pool = hikari()) {
            assertThatThrownBy(() -> HikariConnections.of(pool).make())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("HikariCP does not reveal its connections");
        }
    }

    @Test
    void aSubclassThatLendsInItsOwnWayIsNotHikari() {
        try (HikariDataSource pool = new HikariDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                return super.getConnection();
            }
        }) {
            assertThat(HikariConnections.of(pool)).isNull();
        }
        assertThat(HikariConnections.of(new DelegatingDataSource(new JdbcDataSource())))
                .isNull();
    }

    @Test
    void agroalsSettingsApply() throws Exception {
        try (AgroalDataSource pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(sized -> sized.maxSize(2)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url)
                                .principal(new NamePrincipal("ada"))
                                .credential(new SimplePassword("secret"))
                                .jdbcTransactionIsolation(TransactionIsolation.SERIALIZABLE)
                                .initialSql("set @greeting = 'hello'")
                                .jdbcProperty("LOCK_TIMEOUT", "1234"))))) {
            try (Connection lent = pool.getConnection();
                    Connection own = AgroalConnections.of(pool).make().connection()) {
                assertThat(DatabaseIdentity.of(own)).isEqualTo(DatabaseIdentity.of(lent));
                assertThat(own.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
                assertThat(query(own, "select @greeting")).isEqualTo("hello");
                assertThat(query(own, "select lock_timeout()")).isEqualTo("1234");
            }
        }
        assertThat(AgroalConnections.of(new JdbcDataSource())).isNull();
    }

    /** The session ends with the XA connection, and not with the connection that it gives. */
    @Test
    void agroalsXaConnectionIsClosed() throws Exception {
        try (AgroalDataSource pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(sized -> sized.maxSize(2)
                        .connectionFactoryConfiguration(factory -> factory.connectionProviderClass(JdbcDataSource.class)
                                .jdbcUrl(url))))) {
            try (Connection lent = pool.getConnection()) {
                DriverConnections.Made own = AgroalConnections.of(pool).make();
                own.connection().setAutoCommit(false);
                own.connection().commit();
                String sessions = "select count(*) from information_schema.sessions";
                assertThat(query(lent, sessions)).isEqualTo("2");
                own.physical().close();
                assertThat(query(lent, sessions)).isEqualTo("1");
            }
        }
    }

    /** An interceptor may set a role or a search path on each connection that the pool lends. */
    @Test
    void agroalWithInterceptorsIsNotAgroal() throws Exception {
        try (AgroalDataSource pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                        sized -> sized.maxSize(2).connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))))) {
            assertThat(AgroalConnections.of(pool)).isNotNull();
            pool.setPoolInterceptors(List.of(new AgroalPoolInterceptor() {}));
            assertThat(AgroalConnections.of(pool)).isNull();
        }
    }

    @Test
    void anXaConnectionWithoutAConnectionIsClosed() {
        AtomicBoolean isClosed = new AtomicBoolean();
        XAConnection physical = (XAConnection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XAConnection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        throw new SQLException("broken", "08006");
                    }
                    isClosed.set(method.getName().equals("close"));
                    return null;
                });
        assertThatThrownBy(() -> AgroalConnections.made(physical)).hasMessage("broken");
        assertThat(isClosed).isTrue();
    }

    /** MySQL's server tells the address that it sees, which is a proxy's or a gateway's. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db/shop, ada@10.0.0.7, ada",
        "jdbc:aws-wrapper:mysql://db/shop, ada@example.org@10.0.0.7, ada@example.org",
        "jdbc:mysql://db/shop, ada, ada",
        "jdbc:postgresql://db/shop, ada@example.org, ada@example.org"
    })
    void theClientsAddressIsNoPartOfTheUser(String url, String reported, String user) throws SQLException {
        DatabaseMetaData metadata = (DatabaseMetaData) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (self, method, arguments) -> method.getName().equals("getURL") ? url : reported);
        Connection connection = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> method.getName().equals("getMetaData") ? metadata : null);
        assertThat(DatabaseIdentity.of(connection).user()).isEqualTo(user);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:shop, true",
        "jdbc:h2:~/shop, true",
        "jdbc:h2:file:./shop, true",
        "jdbc:h2:tcp://db/shop, false",
        "jdbc:h2:ssl://db/shop, false",
        "jdbc:hsqldb:mem:shop, true",
        "jdbc:hsqldb:file:shop, true",
        "jdbc:hsqldb:hsql://db/shop, false",
        "jdbc:derby:shop, true",
        "jdbc:derby://db/shop, false",
        "jdbc:sqlite:shop.db, true",
        "jdbc:duckdb:shop, true",
        "jdbc:postgresql://db/shop, false",
        "jdbc:mariadb://db/shop, false"
    })
    void databasesInTheProcessAreEmbedded(String of, boolean isEmbedded) {
        assertThat(new DatabaseIdentity(of, "ada", null, null).isEmbedded()).isEqualTo(isEmbedded);
    }

    @Test
    void onlyThePartsThatDifferAreNamed() {
        DatabaseIdentity one = new DatabaseIdentity("jdbc:x://db/?password=p", "ada", "shop", null);
        assertThat(one.differences(new DatabaseIdentity("jdbc:x://db/", "bob", "shop", "public")))
                .isEqualTo("URL, user, schema");
        assertThat(one.differences(one)).isEmpty();
    }
}
