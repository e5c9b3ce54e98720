package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Parcel;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/contributing/architecture.md says of one persist(): from Hibernate's call to the clock it is a few hops. */
class PersistPathTest {

    private static final int MOST_HOPS = 7;

    /** The frames of this library, the innermost first. */
    private static List<String> ours(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.github.hibernateidgen.")
                        && !frame.getClassName().contains("Test"))
                .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                .toList();
    }

    /** A clock that looks who asks. */
    private static final class WatchingClock implements InstantSource {

        final AtomicReference<List<String>> frames = new AtomicReference<>(List.of());

        @Override
        public Instant instant() {
            frames.set(ours(Thread.currentThread()));
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

    /** No clock is read for a number of a segment: what fetches the first one looks at the caller that waits for it. */
    @Test
    void isShortWithSegments() {
        Thread caller = Thread.currentThread();
        AtomicReference<List<String>> frames = new AtomicReference<>(List.of());
        StatementInspector looking = sql -> {
            if (frames.get().isEmpty() && !Thread.currentThread().equals(caller)) {
                while (caller.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                frames.set(ours(caller));
            }
            return sql;
        };
        try (SessionFactory factory = Hibernate.onH2(Parcel.class)
                .with(AvailableSettings.STATEMENT_INSPECTOR, looking)
                .start()) {
            factory.inSession(session -> session.persist(new Parcel())); // A session without a connection waits.
        }
        System.out.println("Parcel: " + frames.get());
        assertThat(frames.get())
                .hasSizeBetween(2, MOST_HOPS)
                .contains("SegmentGenerator.nextId", "SegmentIdGenerator.generate");
    }
}
