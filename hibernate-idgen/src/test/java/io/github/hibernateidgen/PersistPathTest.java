package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.SessionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/architecture.md says of one persist(): from Hibernate's call to the clock it is a few hops. */
class PersistPathTest {

    private static final int MOST_HOPS = 8;

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Receipt")
    static class Receipt {
        @Id
        @CombGuid
        UUID id;
    }

    /** A clock that looks who asks: the frames of this library, the innermost first. */
    private static final class WatchingClock implements InstantSource {

        final AtomicReference<List<String>> frames = new AtomicReference<>(List.of());

        @Override
        public Instant instant() {
            frames.set(StackWalker.getInstance()
                    .walk(all -> all.filter(frame -> frame.getClassName().startsWith("io.github.hibernateidgen.")
                                    && !frame.getClassName().contains("Test"))
                            .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                            .toList()));
            return Instant.now();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Ticket.class, Receipt.class})
    void isShort(Class<?> entity) throws Exception {
        WatchingClock clock = new WatchingClock();
        try (SessionFactory factory =
                Hibernate.onH2(entity).with(IdgenSettings.CLOCK, clock).start()) {
            clock.frames.set(List.of()); // The start has asked how long layouts last.
            Object instance = entity.getDeclaredConstructor().newInstance();
            factory.inTransaction(session -> session.persist(instance));
        }
        List<String> hops = clock.frames.get();
        System.out.println(entity.getSimpleName() + ": " + hops);
        assertThat(hops).hasSizeBetween(2, MOST_HOPS);
    }
}
