package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.testing.Classes;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the table is created. */
class OwnedSourceTest {

    private final JdbcDataSource database = new JdbcDataSource();

    private SessionFactory factory;

    @BeforeEach
    void start() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        factory = Hibernate.on(Map.of(AvailableSettings.JAKARTA_JDBC_URL, database.getURL()))
                .start();
    }

    @AfterEach
    void stop() {
        factory.close();
    }

    private OwnedSource source(Map<String, Object> more) {
        Settings settings = Settings.read(more, Classes::named);
        return OwnedSource.of(
                WorkerSettings.read(settings),
                new HibernateDatabase(factory.unwrap(SessionFactoryImplementor.class), settings));
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
        assertThatThrownBy(() -> source(Map.of()).table().read("default", 0, 1))
                .hasMessageContaining("could not be read");
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
