package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.TestSeed;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hibernate's own generator and {@link SegmentId} take over from each other, and run side by side. */
class SegmentMoveTest {

    /** What both sides map, with one sequence. */
    interface Row {
        Long number();
    }

    @Entity(name = "StockRow")
    @Table(name = "moved")
    static class StockRow implements Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "moved")
        @SequenceGenerator(name = "moved", sequenceName = "moved_seq", allocationSize = 50)
        Long id;

        @Override
        public Long number() {
            return id;
        }
    }

    @Entity(name = "OurRow")
    @Table(name = "moved")
    static class OurRow implements Row {
        @Id
        @SegmentId(sequence = "moved_seq")
        Long id;

        @Override
        public Long number() {
            return id;
        }
    }

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private SessionFactory start(Class<? extends Row> entity, String optimizer) {
        return Hibernate.onH2(entity)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, optimizer)
                .start();
    }

    private static List<Long> persist(SessionFactory factory, Class<? extends Row> entity, int count) {
        List<Long> ids = new ArrayList<>();
        factory.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                Row row = entity == OurRow.class ? new OurRow() : new StockRow();
                session.persist(row);
                ids.add(row.number());
            }
        });
        return ids;
    }

    /** Each start goes on above the one before, from whichever side, and leaves a gap of what was buffered at most. */
    @ParameterizedTest
    @CsvSource({"pooled", "pooled-lo"})
    void takesOverAndGivesBack(String optimizer) {
        List<Long> ids = new ArrayList<>();
        List<Class<? extends Row>> sides =
                List.of(StockRow.class, OurRow.class, StockRow.class, OurRow.class, OurRow.class, StockRow.class);
        for (Class<? extends Row> side : sides) {
            try (SessionFactory factory = start(side, optimizer)) {
                ids.addAll(persist(factory, side, 70));
            }
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates().startsWith(1L);
        assertThat(ids.get(ids.size() - 1)).isLessThan(70 * 6 + 6 * 5 * 50);
    }

    /** As while one version is rolled out after the other. */
    @ParameterizedTest
    @CsvSource({"pooled", "pooled-lo"})
    void runsBesideHibernatesOwn(String optimizer) {
        Random random = TestSeed.random();
        List<Long> ids = new ArrayList<>();
        try (SessionFactory stock = start(StockRow.class, optimizer);
                SessionFactory ours = start(OurRow.class, optimizer)) {
            for (int i = 0; i < 40; i++) {
                int count = 1 + random.nextInt(60);
                ids.addAll(
                        random.nextBoolean()
                                ? persist(stock, StockRow.class, count)
                                : persist(ours, OurRow.class, count));
            }
        }
        assertThat(ids).as(TestSeed.describe()).doesNotHaveDuplicates();
    }

    @Entity(name = "OtherIncrement")
    @Table(name = "moved")
    static class OtherIncrement {
        @Id
        @SegmentId(sequence = "moved_seq", size = 1_000)
        Long id;
    }

    /** Hibernate's own check sees the sequence as it is. */
    @Test
    void refusesASequenceOfAnotherIncrement() {
        start(StockRow.class, "pooled").close();
        assertThatThrownBy(() -> Hibernate.onH2(OtherIncrement.class)
                        .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                        .with(AvailableSettings.HBM2DDL_AUTO, "none")
                        .start())
                .hasStackTraceContaining("increment size of the [moved_seq] sequence is set to [1000]");
        try (SessionFactory factory = Hibernate.onH2(OtherIncrement.class)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "none")
                .with("hibernate.id.sequence.increment_size_mismatch_strategy", "fix")
                .start()) {
            List<Long> ids = new ArrayList<>();
            factory.inTransaction(session -> {
                for (int i = 0; i < 120; i++) {
                    OtherIncrement row = new OtherIncrement();
                    session.persist(row);
                    ids.add(row.id);
                }
            });
            assertThat(ids).containsSequence(1L, 2L).endsWith(120L);
        }
    }
}
