package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** A generator beside a session factory with its fixed number is warned of, and two session factories are compared. */
class SecondFixedGeneratorTest {

    private static final AtomicInteger EPOCHS = new AtomicInteger();

    /** The layout of one test, so that the generators of other tests are of other layouts. */
    private final SnowflakeLayout layout = SnowflakeLayout.named("mine")
            .epoch(Instant.parse("2024-02-01T00:00:00Z").plusSeconds(EPOCHS.incrementAndGet()))
            .time(41)
            .worker("worker", 10)
            .sequence(12)
            .build();

    private List<String> warnings(Runnable action) {
        try (LogCapture log = new LogCapture()) {
            action.run();
            return log.warnings();
        }
    }

    @Entity(name = "Row")
    static class Row {
        @Id
        @SnowflakeId(layout = "mine")
        Long id;
    }

    private Hibernate hibernate() {
        return Hibernate.onH2(Row.class)
                .with(IdgenSettings.WORKER_ID, 6)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "mine", layout);
    }

    /** Factories are compared by their databases instead. */
    @Test
    void sessionFactoriesOfTwoDatabasesMayHaveOneNumber() {
        assertThat(warnings(() -> {
                    try (SessionFactory first = hibernate().start();
                            SessionFactory second = hibernate().start()) {
                        assertThat(Stream.of(first, second)).allMatch(SessionFactory::isOpen);
                    }
                }))
                .isEmpty();
    }

    @Test
    void generatorBesideASessionFactoryIsWarnedOf() {
        try (SessionFactory factory = hibernate().start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(warnings(() -> new SnowflakeGenerator(layout, WorkerSource.fixed(6))))
                    .singleElement()
                    .asString()
                    .contains("made for a session factory, and another");
        }
    }
}
