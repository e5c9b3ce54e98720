package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Session factories reserve their worker numbers in a store that is given, or of a class that is named. */
@Timeout(60)
public abstract class WorkerNumberContract {

    /** More than a busy machine makes of the 2 s that a close may take, and than the clients take to give up. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(4_500);

    private static final List<OwnClient> MADE = new CopyOnWriteArrayList<>();
    private static volatile Consumer<OwnClient> onClose = client -> {};

    private final String namespace = "test-" + UUID.randomUUID();

    /**
     * Makes a client and a store on it, as a user's class does that {@code worker.source} names. The subclass has a public
     * constructor without arguments.
     */
    public abstract static class OwnClient implements Supplier<ReservationStore>, AutoCloseable {

        protected OwnClient() {
            MADE.add(this);
        }

        /** Closes the client. */
        protected abstract void end();

        @Override
        public final void close() {
            onClose.accept(this);
            end();
        }
    }

    /** On a client that stays open. */
    protected abstract ReservationStore store();

    /** Supplies stores of the same place. */
    protected abstract Class<? extends OwnClient> ownClient();

    /** Makes a client of a server, or of none, on this machine. */
    protected abstract OwnClient client(int port);

    /** The port of the server. */
    protected abstract int port();

    @BeforeEach
    void forget() {
        MADE.clear();
        onClose = client -> {};
    }

    private Hibernate reservingIn(Object source) {
        return Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.WORKER_NAMESPACE, namespace)
                .with(IdgenSettings.WORKER_SOURCE, source);
    }

    private static Hibernate impatient(Hibernate hibernate) {
        return hibernate.with(IdgenSettings.WORKER_WINDOW, "1s").with(IdgenSettings.WORKER_TIMEOUT, "1s");
    }

    private static long worker(SessionFactory factory) {
        Ticket ticket = new Ticket();
        factory.inTransaction(session -> session.persist(ticket));
        return SnowflakeLayout.STANDARD.split(ticket.id).worker();
    }

    private List<StoredSlot> slots() {
        return store().read(namespace, 0, Long.MAX_VALUE).slots();
    }

    private static boolean isReleased(StoredSlot slot) {
        return slot.reservedUntil() <= System.currentTimeMillis();
    }

    @Test
    void aGivenStoreStaysOpen() {
        try (LogCapture log = new LogCapture()) {
            try (SessionFactory one = reservingIn(store()).start();
                    SessionFactory other = reservingIn(store()).start()) {
                assertThat(worker(one)).isNotEqualTo(worker(other));
                assertThat(slots()).hasSize(2).noneMatch(WorkerNumberContract::isReleased);
            }
            assertThat(log.messages())
                    .filteredOn(message ->
                            message.contains("[" + store().describe() + "]") && message.contains("is released"))
                    .hasSize(2);
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(slots()).hasSize(2).allMatch(WorkerNumberContract::isReleased);
        assertThat(MADE).isEmpty();
    }

    @Test
    void aNamedClassMakesAClientForEachSessionFactoryThatIsClosedAfterTheRelease() {
        String name = ownClient().getName();
        List<OwnClient> closed = Collections.synchronizedList(new ArrayList<>());
        List<List<StoredSlot>> released = Collections.synchronizedList(new ArrayList<>());
        onClose = client -> {
            closed.add(client);
            released.add(
                    slots().stream().filter(WorkerNumberContract::isReleased).toList());
        };
        try (LogCapture log = new LogCapture()) {
            long ofOne;
            try (SessionFactory one = reservingIn(name).start()) {
                try (SessionFactory other = reservingIn(name).start()) {
                    ofOne = worker(one);
                    assertThat(worker(other)).isNotEqualTo(ofOne);
                    assertThat(MADE).hasSize(2);
                    assertThat(closed).isEmpty();
                }
                assertThat(closed).containsExactly(MADE.get(1));
                assertThat(released.get(0))
                        .singleElement()
                        .satisfies(slot -> assertThat(slot.worker()).isNotEqualTo(ofOne));
                assertThat(worker(one)).isEqualTo(ofOne);
            }
            assertThat(closed).containsExactly(MADE.get(1), MADE.get(0));
            assertThat(released.get(1))
                    .extracting(StoredSlot::worker)
                    .contains(ofOne)
                    .hasSize(2);
            assertThat(log.warnings()).isEmpty();
        }
    }

    /** Nobody listens there. */
    @Test
    void aStartThatReservesNothingYetAsksForNothing() {
        SessionFactory factory = impatient(reservingIn(client(1).get()))
                .with(IdgenSettings.WORKER_CLAIM, "first-id")
                .start();
        assertThatThrownBy(() -> worker(factory)).hasStackTraceContaining(NoWorkerException.class.getName());
        factory.close();
        MADE.forEach(OwnClient::close);
    }

    @Test
    void aStartThatReservesEndsIfTheServerIsAway() {
        assertThatThrownBy(() -> impatient(reservingIn(client(1).get())).start())
                .hasStackTraceContaining(NoWorkerException.class.getName());
        MADE.forEach(OwnClient::close);
    }

    /** What it closes after the session factory is what it closes of a class that is named, too. */
    @Test
    void aCloseDoesNotWaitForAServerThatFallsSilent() throws Exception {
        try (TcpForwarder network = new TcpForwarder("127.0.0.1", port())) {
            OwnClient client = client(network.port());
            ReservationStore silent = client.get();
            SessionFactory factory = reservingIn(silent).start();
            worker(factory);
            network.fallSilent();

            Duration ofFactory = duration(factory::close);
            Duration ofStore = duration(silent instanceof AutoCloseable closeable ? closeable::close : () -> {});
            Duration ofClient = duration(client::close);
            System.out.println(silent.describe() + " fell silent: closed in " + ofFactory.toMillis()
                    + " ms, the store in " + ofStore.toMillis() + " ms, the client in " + ofClient.toMillis() + " ms");
            assertThat(ofFactory.plus(ofStore)).isLessThan(LONGEST_CLOSE);
        }
    }

    private interface Close {
        void run() throws Exception;
    }

    /** One that hangs is waited for long enough to fail, not for ever. */
    private static Duration duration(Close close) throws InterruptedException {
        long begin = System.nanoTime();
        Thread thread = new Thread(() -> {
            try {
                close.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(30_000);
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
