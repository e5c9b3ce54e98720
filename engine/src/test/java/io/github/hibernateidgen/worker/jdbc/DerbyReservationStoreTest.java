package io.github.hibernateidgen.worker.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract on Derby, in memory. No query for Derby's clock is known. */
class DerbyReservationStoreTest extends ReservationStoreContract {

    private final String url = "jdbc:derby:memory:" + UUID.randomUUID();

    @BeforeAll
    static void writeNoLog() {
        System.setProperty("derby.stream.error.field", "java.lang.System.err");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url + ";create=true");
    }

    private JdbcReservationStore jdbc() {
        return new JdbcReservationStore(ConnectionSource.of(this::connect), JdbcTable.DEFAULT);
    }

    @BeforeEach
    void createTable() {
        assertThat(jdbc().createTable()).isTrue();
    }

    @AfterEach
    void dropDatabase() {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(url + ";drop=true"))
                .satisfies(dropped -> assertThat(dropped.getSQLState()).isEqualTo("08006"));
    }

    @Override
    protected ReservationStore store() {
        return jdbc();
    }

    @Override
    protected boolean hasClock() {
        return false;
    }

    @Test
    void isKnown() throws SQLException {
        try (Connection connection = connect()) {
            assertThat(JdbcDatabase.of(connection.getMetaData())).isEqualTo(JdbcDatabase.DERBY);
        }
        assertThat(jdbc().createTable()).as("the table is there").isFalse();
    }
}
