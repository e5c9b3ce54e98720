package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HQL's {@code insert ... select}, for which Hibernate takes values of the sequence by itself. */
class SegmentBulkInsertIT {

    @Entity(name = "BulkRow")
    static class BulkRow {
        @Id
        @SegmentId
        Long id;

        String name;
    }

    private static Hibernate on(TestDatabase database) {
        return Hibernate.on(database.orSkip().persistenceSettings(), BulkRow.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop");
    }

    private static void persist(SessionFactory factory, int count) {
        factory.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                BulkRow row = new BulkRow();
                row.name = "row";
                session.persist(row);
            }
        });
    }

    private static void insertSelectUnlessRefused(SessionFactory factory) {
        try {
            insertSelect(factory);
        } catch (RuntimeException e) {
            assertThat(e).hasStackTraceContaining("BulkRow.id: SQL would take numbers");
        }
    }

    private static void insertSelect(SessionFactory factory) {
        factory.inTransaction(
                session -> session.createMutationQuery("insert into BulkRow (name) select name from BulkRow")
                        .executeUpdate());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void persistedRowsAndSelectedRowsDiffer(TestDatabase database) {
        try (SessionFactory factory = on(database).start()) {
            for (int i = 0; i < 3; i++) {
                persist(factory, 20);
                insertSelectUnlessRefused(factory);
                persist(factory, 60);
            }
            List<Long> ids =
                    factory.fromSession(session -> session.createSelectionQuery("select id from BulkRow", Long.class)
                            .getResultList());
            assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(240);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void selectedRowsAreOfTheOffsetOrRefused(TestDatabase database) {
        try (SessionFactory factory = on(database)
                .with(IdgenSettings.SEGMENT_OFFSET, 1)
                .with(IdgenSettings.SEGMENT_STEP, 3)
                .start()) {
            persist(factory, 20);
            insertSelectUnlessRefused(factory);
            List<Long> ids =
                    factory.fromSession(session -> session.createSelectionQuery("select id from BulkRow", Long.class)
                            .getResultList());
            assertThat(ids).allMatch(id -> id % 3 == 1);
        }
    }
}
