package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.H2Dialect;
import org.junit.jupiter.api.Test;
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

    /**
     * Hibernate itself opens one for temporary tables, so only this library's are counted. With access, the same start opens
     * some, for the claim, the highest ids, the columns and the sequence.
     */
    @ParameterizedTest
    @CsvSource({
        "hibernate.idgen.worker.id, 5",
        "hibernate.idgen.worker.range, 1-9",
        "hibernate.idgen.segment.offset, 1",
        "hibernate.idgen.column-check, fail"
    })
    void thisLibraryOpensNoConnection(String setting, String value) {
        assertThat(opened(setting, value, false, "none")).isZero();
        assertThat(opened(setting, value, true, "update")).isPositive();
    }

    /** Only the schema tools look for the tables, which do not exist. */
    @Test
    void norDoesItWhereTheSchemaToolsValidate() {
        assertThat(opened(IdgenSettings.WORKER_RANGE, "1-9", false, "validate")).isZero();
    }

    private static int opened(String setting, String value, boolean mayRead, String schemaTools) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        AtomicInteger opened = new AtomicInteger();
        Object counted = Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    boolean isOurs = StackWalker.getInstance()
                            .walk(frames -> frames.anyMatch(frame ->
                                    frame.getClassName().startsWith("io.github.hibernateidgen.internal.database.")));
                    opened.addAndGet(isOurs && method.getName().equals("getConnection") ? 1 : 0);
                    return method.invoke(database, arguments);
                });
        Hibernate hibernate = Hibernate.on(Map.of(), Ticket.class, Parcel.class, Receipt.class)
                .with(AvailableSettings.DIALECT, H2Dialect.class.getName())
                .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, counted)
                .with("hibernate.boot.allow_jdbc_metadata_access", mayRead)
                .with(AvailableSettings.HBM2DDL_AUTO, schemaTools)
                .with(setting, value);
        if (setting.equals(IdgenSettings.SEGMENT_OFFSET)) {
            hibernate.with(IdgenSettings.SEGMENT_STEP, 2);
        }
        if (schemaTools.equals("validate")) {
            assertThatThrownBy(hibernate::start).hasStackTraceContaining("validation: missing table");
        } else {
            hibernate.start().close();
        }
        return opened.get();
    }
}
