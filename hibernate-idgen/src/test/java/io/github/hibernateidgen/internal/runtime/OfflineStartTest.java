package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start for which Hibernate may not read its database's metadata, as where an image of the application is built. */
class OfflineStartTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    private static final class Counted extends JdbcDataSource {

        private static final long serialVersionUID = 1L;

        private final AtomicInteger opened = new AtomicInteger();

        @Override
        public Connection getConnection() throws SQLException {
            opened.incrementAndGet();
            return super.getConnection();
        }
    }

    /** With access, the same start opens some: for the claim, the highest ids, the columns and the sequence. */
    @ParameterizedTest
    @CsvSource({
        "hibernate.idgen.worker.id, 5",
        "hibernate.idgen.worker.range, 1-9",
        "hibernate.idgen.segment.offset, 1",
        "hibernate.idgen.column-check, fail"
    })
    void opensNoConnection(String setting, String value) {
        assertThat(opened(setting, value, false)).isZero();
        assertThat(opened(setting, value, true)).isPositive();
    }

    private static int opened(String setting, String value, boolean mayRead) {
        Counted database = new Counted();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Hibernate hibernate = Hibernate.on(Map.of(), Ticket.class, Parcel.class, Receipt.class)
                .with(AvailableSettings.DIALECT, H2Dialect.class.getName())
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .with("hibernate.boot.allow_jdbc_metadata_access", mayRead)
                .with(AvailableSettings.HBM2DDL_AUTO, mayRead ? "update" : "none")
                .with(setting, value);
        if (setting.equals(IdgenSettings.SEGMENT_OFFSET)) {
            hibernate.with(IdgenSettings.SEGMENT_STEP, 2);
        }
        hibernate.start().close();
        return database.opened.get();
    }
}
