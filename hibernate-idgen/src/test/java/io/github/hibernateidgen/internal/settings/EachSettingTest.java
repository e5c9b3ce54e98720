package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** Each setting changes the ids that an entity gets. */
class EachSettingTest {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00.005Z");

    private final AtomicLong millis = new AtomicLong(NOW.toEpochMilli());
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    @Entity
    static class Parcel {
        @Id
        @SnowflakeId(layout = "parcels")
        Long id;
    }

    @Test
    void defaultsAreLayoutStandardWithoutRunningAhead() {
        SnowflakeParts first = firstId(hibernate());
        assertThat(first).isEqualTo(new SnowflakeParts(NOW.plusMillis(10), 5, first.sequence()));
        assertThat(first.sequence()).isLessThan(64);
    }

    @Test
    void defaultLayoutIsASetting() {
        try (SessionFactory factory =
                hibernate().with(IdgenSettings.SNOWFLAKE_LAYOUT, "short").start()) {
            millis.addAndGet(10);
            SnowflakeParts first = SnowflakeLayout.SHORT.split((Long) Hibernate.nextId(factory, Ticket.class));
            assertThat(first).isEqualTo(new SnowflakeParts(NOW.plusMillis(10), 5, first.sequence()));
        }
    }

    @Test
    void layoutOfOnesOwnIsDeclaredByText() {
        String layout = IdgenSettings.SNOWFLAKE_LAYOUTS + "parcels";
        SnowflakeLayout expected = SnowflakeLayout.named("parcels")
                .epoch(Instant.parse("2020-01-01T00:00:00Z"))
                .tick(Duration.ofMillis(10))
                .time(39)
                .sequence(4)
                .worker("worker", 16)
                .build();
        try (SessionFactory factory = hibernate(Parcel.class)
                .with(layout + ".fields", "time:39, sequence:4, worker:16")
                .with(layout + ".epoch", "2020-01-01T00:00:00Z")
                .with(layout + ".tick", "10ms")
                .start()) {
            millis.addAndGet(10);
            assertThat(expected.split((Long) Hibernate.nextId(factory, Parcel.class)))
                    .isEqualTo(new SnowflakeParts(Instant.parse("2026-06-01T12:00:00.010Z"), 5, 0));
        }
    }

    @Test
    void layoutOfOnesOwnIsDeclaredByAnObject() {
        SnowflakeLayout layout = SnowflakeLayout.named("parcels")
                .epoch(Instant.EPOCH)
                .time(42)
                .worker("worker", 4)
                .sequence(4)
                .build();
        try (SessionFactory factory = hibernate(Parcel.class)
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "parcels", layout)
                .start()) {
            millis.addAndGet(10);
            assertThat(layout.split((Long) Hibernate.nextId(factory, Parcel.class)))
                    .isEqualTo(new SnowflakeParts(NOW.plusMillis(10), 5, 0));
        }
    }

    @Test
    void maxAheadLetsFullTicksRunAhead() {
        SnowflakeLayout layout = SnowflakeLayout.named("slow")
                .time(41)
                .worker("worker", 10)
                .sequence(4)
                .build();
        try (SessionFactory factory = hibernate()
                .with(IdgenSettings.SNOWFLAKE_LAYOUT, "slow")
                .with(IdgenSettings.SNOWFLAKE_LAYOUTS + "slow", layout)
                .with(IdgenSettings.SNOWFLAKE_MAX_AHEAD, "5ms")
                .start()) {
            millis.addAndGet(10);
            Object last = null;
            for (int i = 0; i < 6 * 16; i++) {
                last = Hibernate.nextId(factory, Ticket.class);
            }
            assertThat(layout.split((Long) last)).isEqualTo(new SnowflakeParts(NOW.plusMillis(15), 5, 15));
        }
    }

    @Test
    void maxWaitBoundsHowLongAClockThatSteppedBackIsWaitedFor() {
        try (SessionFactory factory = hibernate()
                .with(IdgenSettings.SNOWFLAKE_MAX_WAIT, Duration.ofMillis(100))
                .start()) {
            millis.addAndGet(1000);
            assertThat(Hibernate.nextId(factory, Ticket.class)).isNotNull();
            millis.addAndGet(-200);
            assertThatThrownBy(() -> Hibernate.nextId(factory, Ticket.class))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("max-wait [100 ms]");
        }
    }

    @Test
    void aLayoutSpreadsAsFarAsItsSequenceHasRoomFor() {
        try (SessionFactory factory =
                hibernate().with(IdgenSettings.SNOWFLAKE_LAYOUT, "javascript").start()) {
            Set<Long> starts = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                millis.incrementAndGet();
                long id = (Long) Hibernate.nextId(factory, Ticket.class);
                starts.add(SnowflakeLayout.JAVASCRIPT.split(id).sequence());
            }
            assertThat(starts).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        }
    }

    @Test
    void workerNumberIsSplitOverTheWorkerFields() {
        try (SessionFactory factory = hibernate()
                .with(IdgenSettings.SNOWFLAKE_LAYOUT, "twitter")
                .with(IdgenSettings.WORKER_ID, "67")
                .start()) {
            millis.addAndGet(10);
            long id = (Long) Hibernate.nextId(factory, Ticket.class);
            assertThat(id >>> 17 & 31).as("datacenter").isEqualTo(2);
            assertThat(id >>> 12 & 31).as("machine").isEqualTo(3);
        }
    }

    @Test
    void workerSourceIsTakenAsAnObject() {
        Hibernate hibernate =
                hibernate().without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_SOURCE, WorkerSource.fixed(12));
        assertThat(firstId(hibernate).worker()).isEqualTo(12);
    }

    @Test
    void sourceThatReservesNumbersClaimsOneForTheFirstId() {
        try (ReservedWorkerSource source =
                new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT, clock)) {
            long worker = firstId(
                            hibernate().without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_SOURCE, source))
                    .worker();
            assertThat(worker).isEqualTo(source.reservation().worker()).isBetween(0L, 1023L);
        }
    }

    @Test
    void clockIsThatOfGuidsToo() {
        try (SessionFactory factory = hibernate(Receipt.class).start()) {
            UUID guid = (UUID) Hibernate.nextId(factory, Receipt.class);
            assertThat(GuidOrder.BYTES.instant(guid)).isEqualTo(NOW);
        }
    }

    @Test
    void twoFactoriesHaveTheirOwnWorkers() {
        try (SessionFactory one = hibernate().with(IdgenSettings.WORKER_ID, 1).start();
                SessionFactory two =
                        hibernate().with(IdgenSettings.WORKER_ID, 2).start()) {
            millis.addAndGet(10);
            assertThat(SnowflakeLayout.STANDARD
                            .split((Long) Hibernate.nextId(one, Ticket.class))
                            .worker())
                    .isEqualTo(1);
            assertThat(SnowflakeLayout.STANDARD
                            .split((Long) Hibernate.nextId(two, Ticket.class))
                            .worker())
                    .isEqualTo(2);
        }
    }

    private Hibernate hibernate() {
        return hibernate(Ticket.class);
    }

    private Hibernate hibernate(Class<?> entity) {
        return Hibernate.onH2(entity).with(IdgenSettings.CLOCK, clock);
    }

    /** The first id, ten milliseconds after start-up: a generator issues no tick that had begun before it was made. */
    private SnowflakeParts firstId(Hibernate hibernate) {
        try (SessionFactory factory = hibernate.start()) {
            millis.addAndGet(10);
            return SnowflakeLayout.STANDARD.split((Long) Hibernate.nextId(factory, Ticket.class));
        }
    }
}
