package io.github.hibernateidgen.worker.reservation;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store in memory that can be broken, and that counts its calls. */
final class FaultyStore implements ReservationStore {

    enum Fault {
        NONE,
        DOWN,
        ANSWERS_LOST,
        ANSWER_LOST_ONCE,
        ERROR,
        SILENT
    }

    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger writes = new AtomicInteger();
    private final ReservationStore sound = new InMemoryReservationStore();
    private final Semaphore calls = new Semaphore(0);
    private final Semaphore silent = new Semaphore(0);
    private final AtomicInteger failuresLeft = new AtomicInteger();
    private final CountDownLatch silence = new CountDownLatch(1);
    private volatile Fault fault = Fault.NONE;
    private volatile Runnable onRead = () -> {};

    void fault(Fault next) {
        fault = next;
    }

    /** Does something in the thread of each read. */
    void onRead(Runnable action) {
        onRead = action;
    }

    /** The next calls fail, and those after them do not. */
    void failNext(int count) {
        failuresLeft.set(count);
    }

    /** Waits until a call is kept by a {@link Fault#SILENT} store. */
    void awaitSilence() throws InterruptedException {
        if (!silent.tryAcquire(20, TimeUnit.SECONDS)) {
            throw new AssertionError("the store was not called within 20 s");
        }
    }

    /** Lets the calls go that a {@link Fault#SILENT} store has kept. */
    void endSilence() {
        fault = Fault.NONE;
        silence.countDown();
    }

    /** Waits until so many calls have been made since the last time. */
    void awaitCalls(int count) throws InterruptedException {
        if (!calls.tryAcquire(count, 20, TimeUnit.SECONDS)) {
            throw new AssertionError("the store was not called " + count + " times within 20 s");
        }
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        reads.incrementAndGet();
        try {
            onRead.run();
            before();
            return sound.read(namespace, from, to);
        } finally {
            calls.release();
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        writes.incrementAndGet();
        try {
            before();
            boolean applied = sound.compareAndSet(namespace, expected, update);
            if (fault == Fault.ANSWERS_LOST || fault == Fault.ANSWER_LOST_ONCE) {
                fault = fault == Fault.ANSWERS_LOST ? fault : Fault.NONE;
                throw new ReservationStoreException("answer lost", null);
            }
            return applied;
        } finally {
            calls.release();
        }
    }

    @Override
    public String describe() {
        return "test store";
    }

    /** Deaf to interrupts, as a thread that reads from a socket is. */
    private void awaitEndOfSilence() {
        while (true) {
            try {
                silence.await();
                return;
            } catch (InterruptedException e) {
                // Still silent.
            }
        }
    }

    private void before() {
        Fault now = fault;
        if (now == Fault.DOWN || failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new ReservationStoreException("connection refused", null);
        }
        if (now == Fault.ERROR) {
            throw new NoClassDefFoundError("driver/Missing");
        }
        if (now == Fault.SILENT) {
            silent.release();
            awaitEndOfSilence();
        }
    }
}
