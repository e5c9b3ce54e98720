package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Where the library is told to create the table of reservations. */
class ReservationTableCreatorTest {

    private static Server h2;

    private final DataSource embedded = database("mem:" + UUID.randomUUID());
    private final DataSource server = database("tcp://127.0.0.1:" + h2.getPort() + "/mem:" + UUID.randomUUID());

    @BeforeAll
    static void startServer() throws SQLException {
        h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    }

    @AfterAll
    static void stopServer() {
        h2.stop();
    }

    private static DataSource database(String url) {
        return new DriverManagerDataSource("jdbc:h2:" + url);
    }

    private static @Nullable Object maker(Map<String, Object> given, @Nullable DataSource dataSource) {
        Map<String, Object> settings = new HashMap<>(given);
        new ReservationTableCreator().addTo(settings, dataSource);
        return settings.get(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT);
    }

    @Test
    void inEmbeddedDatabasesOnly() {
        assertThat(maker(Map.of(), embedded)).isEqualTo("create");
        assertThat(maker(Map.of(), database("file:./notes;IFEXISTS=TRUE"))).isNull();
        assertThat(maker(Map.of(), server)).isNull();
        assertThat(maker(Map.of(), null)).isNull();
    }

    @Test
    void notForAnotherSourceWhichNeedsNoConnection() {
        DataSource untouched = new AbstractDataSource() {
            @Override
            public Connection getConnection() {
                throw new AssertionError("asked for a connection");
            }

            @Override
            public Connection getConnection(String username, String password) {
                return getConnection();
            }
        };
        for (Map<String, Object> settings : List.<Map<String, Object>>of(
                Map.of(IdgenSettings.WORKER_ID, 1),
                Map.of(IdgenSettings.WORKER_SOURCE, "fixed"),
                Map.of(IdgenSettings.WORKER_SOURCE, new Object()))) {
            assertThat(maker(settings, untouched)).isNull();
        }
    }

    @Test
    void unlessASettingSaysWhoMakesIt() {
        for (DataSource dataSource : new DataSource[] {embedded, server, null}) {
            for (String maker : List.of("schema-tools", "create", "none")) {
                assertThat(maker(Map.of(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, maker), dataSource))
                        .isEqualTo(maker);
            }
        }
    }
}
