package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that name a class: each session factory makes an object of it, and closes the object after the release. */
class NamedClassTest {

    private static final String LAST_IDS = "the number was released";

    private static final List<String> EVENTS = Collections.synchronizedList(new ArrayList<>());

    /** What all objects of the classes below share, as a server is shared. */
    private static volatile ReservationStore shared = new InMemoryReservationStore();

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @SegmentId(size = 10)
        Long id;
    }

    /** A store, as a user writes one. */
    public static class Store implements ReservationStore, AutoCloseable {

        /** For the setting. */
        public Store() {
            EVENTS.add("store made");
        }

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            return shared.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            boolean applied = shared.compareAndSet(namespace, expected, update);
            if (applied && update.reservedUntil() <= System.currentTimeMillis() + 1_000) {
                EVENTS.add(LAST_IDS);
            }
            return applied;
        }

        @Override
        public String describe() {
            return "store of a class";
        }

        @Override
        public void close() {
            EVENTS.add("store closed");
        }
    }

    /** A class that makes the client, too. */
    public static class Stores implements Supplier<ReservationStore>, AutoCloseable {

        /** For the setting. */
        public Stores() {
            EVENTS.add("client made");
        }

        @Override
        public ReservationStore get() {
            return new Store();
        }

        @Override
        public void close() {
            EVENTS.add("client closed");
        }
    }

    /** A source that reserves by itself. */
    public static class Sources implements Supplier<WorkerSource> {
        /** For the setting. */
        public Sources() {}

        @Override
        public WorkerSource get() {
            return new ReservedWorkerSource(new Store(), ReservationTerms.DEFAULT);
        }
    }

    /** A source with a number of its own. */
    public static class Nine implements WorkerSource {

        private final WorkerSource fixed = WorkerSource.fixed(9);

        /** For the setting. */
        public Nine() {}

        @Override
        public WorkerReservation reservation() {
            return fixed.reservation();
        }

        @Override
        public void attach(TickIssuer issuer) {
            fixed.attach(issuer);
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            fixed.awaitRenewal(ended);
        }
    }

    /** Segments of a counter. */
    public static class Counters implements SegmentStore, AutoCloseable {

        private final AtomicLong next = new AtomicLong(1_000);

        /** For the setting. */
        public Counters() {
            EVENTS.add("counters made");
        }

        @Override
        public SegmentSource source(SegmentRequest request) {
            return new SegmentSource() {
                @Override
                public void open() {
                    EVENTS.add(
                            "counter opened, highest " + request.highestInUse().get());
                }

                @Override
                public boolean isLost() {
                    return false;
                }

                @Override
                public Segment fetch() {
                    long first = next.getAndAdd(request.size());
                    return new Segment(first, first + request.size() - 1);
                }

                @Override
                public long size() {
                    return request.size();
                }

                @Override
                public String describe() {
                    return "counter " + request.name();
                }
            };
        }

        @Override
        public void close() {
            EVENTS.add("counters closed");
        }
    }

    /** Not public. */
    static class Hidden extends Store {
        /** For the setting. */
        public Hidden() {}
    }

    /** Needs an argument. */
    public static class Demanding extends Store {
        /** For nobody. */
        public Demanding(String address) {
            EVENTS.add(address);
        }
    }

    /** Fails as a client does whose address is wrong. */
    public static class Failing implements Supplier<ReservationStore>, AutoCloseable {
        /** For the setting. */
        public Failing() {}

        @Override
        public ReservationStore get() {
            throw new IllegalStateException("no variable REDIS_URI");
        }

        @Override
        public void close() {
            EVENTS.add("failing closed");
        }
    }

    /** Lacks a class, as where a client's jar is missing. */
    public static class Unlinked extends Failing {
        /** For the setting. */
        public Unlinked() {}

        @Override
        public ReservationStore get() {
            throw new NoClassDefFoundError("io/lettuce/core/RedisClient");
        }
    }

    /** Supplies something else. */
    public static class Wrong implements Supplier<String> {
        /** For the setting. */
        public Wrong() {}

        @Override
        public String get() {
            return "redis://cache";
        }
    }

    @BeforeEach
    void forget() {
        EVENTS.clear();
        shared = new InMemoryReservationStore();
    }

    private static Hibernate hibernate(Object source) {
        return Hibernate.onH2(Ticket.class).without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_SOURCE, source);
    }

    private static long worker(SessionFactory factory) {
        return SnowflakeLayout.STANDARD
                .split((Long) Hibernate.nextId(factory, Ticket.class))
                .worker();
    }

    @Test
    void closesTheStoreAndThenTheClientOnceTheNumberIsReleased() {
        try (SessionFactory factory = hibernate(Stores.class.getName()).start()) {
            assertThat(worker(factory)).isNotNegative();
            assertThat(EVENTS).containsExactly("client made", "store made");
        }
        assertThat(EVENTS).containsExactly("client made", "store made", LAST_IDS, "store closed", "client closed");
    }

    @Test
    void twoSessionFactoriesMakeTwoAndHoldTwoNumbers() {
        try (SessionFactory one = hibernate(Stores.class.getName()).start();
                SessionFactory other = hibernate(Stores.class).start()) {
            assertThat(worker(one)).isNotEqualTo(worker(other));
            assertThat(EVENTS).containsExactly("client made", "store made", "client made", "store made");
        }
        assertThat(EVENTS.stream().filter("client closed"::equals)).hasSize(2);
    }

    @Test
    void classMayBeTheStoreOrASource() {
        try (SessionFactory factory = hibernate(Store.class.getName()).start()) {
            assertThat(worker(factory)).isNotNegative();
        }
        assertThat(EVENTS).containsExactly("store made", LAST_IDS, "store closed");
        EVENTS.clear();
        try (SessionFactory factory = hibernate(Nine.class.getName()).start()) {
            assertThat(worker(factory)).isEqualTo(9);
        }
        try (SessionFactory factory = hibernate(Sources.class.getName()).start()) {
            assertThat(worker(factory)).isNotNegative();
        }
        assertThat(EVENTS).as("the source that was made here is closed here").containsExactly("store made", LAST_IDS);
    }

    @Test
    void objectThatWasGivenStaysOpen() {
        try (SessionFactory factory = hibernate(new Store()).start()) {
            assertThat(worker(factory)).isNotNegative();
        }
        assertThat(EVENTS).containsExactly("store made", LAST_IDS);
    }

    @Test
    void segmentsComeFromTheClassAndItIsClosedLast() {
        try (SessionFactory factory = Hibernate.onH2(Invoice.class)
                .with(IdgenSettings.SEGMENT_SOURCE, Counters.class.getName())
                .start()) {
            Invoice invoice = new Invoice();
            factory.inTransaction(session -> session.persist(invoice));
            assertThat(invoice.id).isEqualTo(1_000);
            assertThat(EVENTS).containsExactly("counters made", "counter opened, highest OptionalLong.empty");
        }
        assertThat(EVENTS).endsWith("counters closed").hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(classes = {Hidden.class, Demanding.class, ReservationStore.class, InterruptedException.class})
    void classThatCannotServeStopsTheStart(Class<?> type) {
        assertThatThrownBy(() -> hibernate(type.getName()).start())
                .hasStackTraceContaining(IdgenConfigurationException.class.getName())
                .hasStackTraceContaining(IdgenSettings.WORKER_SOURCE + " [" + type.getName() + "]: ")
                .hasStackTraceContaining(
                        type == InterruptedException.class
                                ? "the class neither implements " + WorkerSource.class.getName()
                                : "make it a public class with a public constructor without arguments");
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void classThatFailsOrSuppliesSomethingElseIsNamedAndClosed() {
        assertThatThrownBy(() -> hibernate(Failing.class.getName()).start())
                .hasStackTraceContaining("Failing]: no object can be made from this class")
                .hasStackTraceContaining("no variable REDIS_URI");
        assertThat(EVENTS).containsExactly("failing closed");
        assertThatThrownBy(() -> hibernate(Unlinked.class.getName()).start())
                .hasStackTraceContaining(
                        "Unlinked]: no object can be made from this class: java.lang.NoClassDefFoundError: io/lettuce");
        assertThat(EVENTS).containsExactly("failing closed", "failing closed");
        assertThatThrownBy(() -> hibernate(Wrong.class.getName()).start())
                .hasStackTraceContaining("Wrong]: it supplied [redis://cache]; supply an object of type");
    }
}
