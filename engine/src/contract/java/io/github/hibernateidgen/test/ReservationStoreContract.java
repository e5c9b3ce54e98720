package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ReservationStore} must do. A test class of JUnit's extends it, for each store and each kind of server:
 *
 * <pre>{@code
 * class CassandraReservationStoreTest extends ReservationStoreContract {
 *     @Override
 *     protected ReservationStore store() {
 *         return new CassandraReservationStore(session);
 *     }
 *
 *     @Override
 *     protected boolean hasClock() {
 *         return false;
 *     }
 * }
 * }</pre>
 *
 * <p>Each test uses a namespace of its own, so a store may be shared. It can't see what a store loses when its server fails:
 * that a write which was confirmed stays is yours to know.
 */
public abstract class ReservationStoreContract {

    private static final int COMPETITORS = 8;
    private static final int READERS = 4;
    private static final int WRITES = 50;

    private final String namespace = "test-" + UUID.randomUUID();

    /** For the subclasses. */
    protected ReservationStoreContract() {}

    /**
     * Returns the store; called many times in a test, also by several threads. Each call stands for another process, so another
     * store over connections of its own tests more than the same store.
     *
     * @return the store, or another store of the same content
     */
    protected abstract ReservationStore store();

    /**
     * Tells whether each {@link ReservationStore#read} tells the store's clock, which must then be right.
     *
     * @return whether the store has a clock
     */
    protected abstract boolean hasClock();

    /**
     * Returns whether what the store's reads show is never lost, so that the store may answer a repeated compare-and-set as
     * applied. The default is false.
     *
     * @return whether reads are durable
     */
    protected boolean hasDurableReads() {
        return false;
    }

    @Test
    void readsNothingInANewNamespace() {
        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @Test
    void writesANewSlotOnce() {
        StoredSlot first = new StoredSlot(3, "first", 1000);

        assertThat(store().compareAndSet(namespace, null, first)).isTrue();
        assertThat(store().compareAndSet(namespace, null, new StoredSlot(3, "second", 2000)))
                .isFalse();

        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(first);
    }

    @Test
    void replacesOnlyWhatIsExpected() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        store().compareAndSet(namespace, null, first);

        assertThat(store().compareAndSet(namespace, new StoredSlot(3, "other", 1000), second))
                .isFalse();
        assertThat(store().compareAndSet(namespace, new StoredSlot(3, "first", 1001), second))
                .isFalse();
        assertThat(store().compareAndSet(namespace, new StoredSlot(3, "first", 999), second))
                .isFalse();
        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(first);

        assertThat(store().compareAndSet(namespace, first, second)).isTrue();
        assertThat(store().compareAndSet(namespace, first, new StoredSlot(3, "third", 3000)))
                .isFalse();
        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(second);
    }

    /** The answer to a repeated call is one of a read: a failover may lose what it shows. */
    @Test
    void answersARepeatedCallAsAppliedOnlyIfItsReadsAreDurable() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        store().compareAndSet(namespace, null, first);
        boolean inserted = store().compareAndSet(namespace, null, first);
        store().compareAndSet(namespace, first, second);
        boolean updated = store().compareAndSet(namespace, first, second);

        assertThat(inserted && !hasDurableReads())
                .as("the repeated insert is answered as applied")
                .isFalse();
        assertThat(updated && !hasDurableReads())
                .as("the repeated update is answered as applied")
                .isFalse();
        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(second);
    }

    @Test
    void doesNotReplaceWhatWasNeverWritten() {
        StoredSlot absent = new StoredSlot(3, "first", 1000);

        assertThat(store().compareAndSet(namespace, absent, new StoredSlot(3, "first", 2000)))
                .isFalse();

        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).isEmpty();
    }

    @Test
    void readsTheNumbersThatAreAskedForWithItsClock() {
        List<StoredSlot> slots = new ArrayList<>();
        for (long worker : new long[] {0, 3, 9, 10, 11, 1_000_000}) {
            slots.add(new StoredSlot(worker, "owner-" + worker, 1000));
            store().compareAndSet(namespace, null, slots.get(slots.size() - 1));
        }

        assertThat(readWithClock(namespace, 3, 10)).containsExactlyInAnyOrder(slots.get(1), slots.get(2));
        assertThat(readWithClock(namespace, 0, 1)).containsExactly(slots.get(0));
        assertThat(readWithClock(namespace, 4, 9)).isEmpty();
        assertThat(readWithClock(namespace + "-new", 0, 64)).isEmpty();
        assertThat(readWithClock(namespace, 0, Long.MAX_VALUE)).containsExactlyInAnyOrderElementsOf(slots);
    }

    private List<StoredSlot> readWithClock(String namespace, long from, long to) {
        StoredSlots read = store().read(namespace, from, to);
        assertThat(read.millis().isPresent()).as("tells its clock").isEqualTo(hasClock());
        read.millis().ifPresent(now -> assertThat(now).isCloseTo(System.currentTimeMillis(), within(60_000L)));
        return read.slots();
    }

    @Test
    void takesAnEndBack() {
        StoredSlot reserved = new StoredSlot(3, "first", 2000);
        StoredSlot released = new StoredSlot(3, "first", 1000);
        store().compareAndSet(namespace, null, reserved);

        assertThat(store().compareAndSet(namespace, reserved, released)).isTrue();
        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(released);
    }

    @Test
    void keepsSlotsAndNamespacesApart() {
        StoredSlot here = new StoredSlot(3, "first", 1000);
        StoredSlot beside = new StoredSlot(4, "first", 1000);
        StoredSlot there = new StoredSlot(3, "second", 2000);
        String other = namespace + "-other";

        assertThat(store().compareAndSet(namespace, null, here)).isTrue();
        assertThat(store().compareAndSet(namespace, null, beside)).isTrue();
        assertThat(store().compareAndSet(other, null, there)).isTrue();
        assertThat(store().compareAndSet(other, here, new StoredSlot(3, "fourth", 4000)))
                .isFalse();
        assertThat(store().compareAndSet(namespace, here, new StoredSlot(3, "third", 3000)))
                .isTrue();

        assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots())
                .containsExactlyInAnyOrder(new StoredSlot(3, "third", 3000), beside);
        assertThat(store().read(other, 0, Long.MAX_VALUE).slots()).containsExactly(there);
    }

    @Test
    void keepsTheLongestValuesAsTheyAre() {
        String longNamespace = (namespace + "._" + "N".repeat(100)).substring(0, 100);
        StoredSlot zero = new StoredSlot(0, "!", 0);
        StoredSlot widest =
                new StoredSlot((1L << 40) - 1, "aZ09.-_/'\"`\\:%~".repeat(7).substring(0, 100), 1L << 62);

        assertThat(store().compareAndSet(longNamespace, null, zero)).isTrue();
        assertThat(store().compareAndSet(longNamespace, null, widest)).isTrue();

        assertThat(store().read(longNamespace, 0, Long.MAX_VALUE).slots()).containsExactlyInAnyOrder(zero, widest);
        assertThat(store().compareAndSet(longNamespace, widest, new StoredSlot(widest.worker(), widest.owner(), 1)))
                .isTrue();
    }

    @Test
    void letsOneOfManyWinEachRound() throws Exception {
        StoredSlot content = null;
        for (int round = 1; round <= 10; round++) {
            StoredSlot expected = content;
            List<StoredSlot> updates = new ArrayList<>();
            for (int i = 0; i < COMPETITORS; i++) {
                updates.add(new StoredSlot(3, "round-" + round + "-" + i, 1000L * round));
            }
            List<Boolean> won = Together.call(updates.stream()
                    .<Callable<Boolean>>map(update -> () -> store().compareAndSet(namespace, expected, update))
                    .toList());

            assertThat(won).as("round %s", round).containsOnlyOnce(true);
            content = updates.get(won.indexOf(true));
            assertThat(store().read(namespace, 0, Long.MAX_VALUE).slots()).containsExactly(content);
        }
    }

    /** Also in another thread, over another connection, or of another store of the same content. */
    @Test
    void readsWhatWasConfirmedBeforeTheReadOrLater() throws Exception {
        AtomicLong confirmed = new AtomicLong();
        CountDownLatch reading = new CountDownLatch(READERS);
        CountDownLatch written = new CountDownLatch(1);
        List<Callable<Void>> calls = new ArrayList<>();
        calls.add(() -> {
            try {
                reading.await();
                writeSeveral(confirmed);
            } finally {
                written.countDown();
            }
            return null;
        });
        for (int reader = 0; reader < READERS; reader++) {
            calls.add(() -> {
                boolean isLast;
                do {
                    isLast = written.getCount() == 0;
                    try {
                        requireRead(confirmed.get());
                    } finally {
                        reading.countDown();
                    }
                } while (!isLast);
                return null;
            });
        }
        Together.call(calls);
        requireRead(WRITES);
    }

    private void writeSeveral(AtomicLong confirmed) {
        StoredSlot content = null;
        for (long end = 1; end <= WRITES; end++) {
            StoredSlot update = new StoredSlot(3, "write-" + end, end);
            assertThat(store().compareAndSet(namespace, content, update))
                    .as("write %s", end)
                    .isTrue();
            confirmed.set(end);
            content = update;
        }
    }

    private void requireRead(long confirmed) {
        long read = store().read(namespace, 0, Long.MAX_VALUE).slots().stream()
                .mapToLong(StoredSlot::reservedUntil)
                .max()
                .orElse(0);
        assertThat(read)
                .as("end that is read, where the write of [%s] was confirmed before", confirmed)
                .isGreaterThanOrEqualTo(confirmed);
    }

    @Test
    void handsAReleasedNumberToTheNextAtOnce() {
        ReservationTerms terms = ReservationTerms.DEFAULT.withNamespace(namespace);
        WorkerReservation first;
        try (ReservedWorkerSource source = new ReservedWorkerSource(store(), terms)) {
            source.attach(new CountedIssuer(1));
            first = source.reservation();
        }
        try (ReservedWorkerSource source = new ReservedWorkerSource(store(), terms)) {
            source.attach(new CountedIssuer(1));
            WorkerReservation second = source.reservation();

            assertThat(second.worker()).isEqualTo(first.worker());
            assertThat(second.floor()).isEqualTo(first.floor());
            assertThat(second.reservedUntil()).isGreaterThan(second.floor());
        }
    }

    @Test
    void givesManyClaimantsDifferentNumbers() throws Exception {
        int claimants = 20;
        ReservationTerms terms = ReservationTerms.DEFAULT.withNamespace(namespace);
        List<ReservedWorkerSource> sources = new ArrayList<>();
        for (int i = 0; i < claimants; i++) {
            ReservedWorkerSource source = new ReservedWorkerSource(store(), terms);
            source.attach(new CountedIssuer(64));
            sources.add(source);
        }
        try {
            Set<Long> workers = new HashSet<>(Together.call(sources.stream()
                    .<Callable<Long>>map(source -> () -> source.reservation().worker())
                    .toList()));

            assertThat(workers).hasSize(claimants).allMatch(worker -> worker < 64);
        } finally {
            sources.forEach(ReservedWorkerSource::close);
        }
    }
}
