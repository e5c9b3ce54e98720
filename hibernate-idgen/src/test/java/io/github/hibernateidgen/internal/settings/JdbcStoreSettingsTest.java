package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** When the table is created. */
class JdbcStoreSettingsTest {

    private final JdbcDataSource database = new JdbcDataSource();

    JdbcStoreSettingsTest() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    private OwnedSource source(Map<String, Object> more) {
        return Settings.read(more, Classes::named).worker().make(new Entities(database));
    }

    private record Entities(JdbcDataSource database) implements EntityDatabase {

        @Override
        public JdbcTable qualified(JdbcTable table) {
            return table;
        }

        @Override
        public String describe(JdbcTable table) {
            return table.toString();
        }

        @Override
        public Connections connections() {
            return new Connections() {
                @Override
                public Connection open() throws SQLException {
                    return database.getConnection();
                }

                @Override
                public void abandon() {}
            };
        }
    }

    private boolean hasTable() {
        try {
            new JdbcReservationStore(ConnectionSource.of(database), JdbcTable.DEFAULT)
                    .read("default", 0, Long.MAX_VALUE)
                    .slots();
            return true;
        } catch (ReservationStoreException e) {
            return false;
        }
    }

    @Test
    void createsNothingUnlessToldTo() {
        assertThatThrownBy(() -> source(Map.of()).checkTable()).hasMessageContaining("could not be read");
        assertThat(hasTable()).isFalse();
    }

    /** An empty table in its place would hand out the numbers of processes that run. */
    @Test
    void createsTheTableAtTheFirstUseAndNotAgainOnceItIsLost() throws Exception {
        assertThat(source(Map.of(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create"))
                        .source())
                .isNotNull();
        ReservationStore store =
                new PreparedStore(new JdbcReservationStore(ConnectionSource.of(database), JdbcTable.DEFAULT));
        assertThat(hasTable()).isFalse();
        store.read("default", 0, 1);
        assertThat(hasTable()).isTrue();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table idgen_worker");
        }
        assertThatThrownBy(() -> store.read("default", 0, 1)).hasMessageContaining("could not be read");
        assertThat(hasTable()).isFalse();
    }
}
