package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link WorkerSource} must do. A test class of JUnit's extends it:
 *
 * <pre>{@code
 * class OurWorkerSourceTest extends WorkerSourceContract {
 *     @Override
 *     protected WorkerSource open() {
 *         return new OurWorkerSource(service);
 *     }
 *
 *     @Override
 *     protected boolean reserves() {
 *         return true;
 *     }
 * }
 * }</pre>
 *
 * <p>The sources read the system's clock.
 */
public abstract class WorkerSourceContract {

    private static final int SOURCES = 8;
    private static final long MANY = 1 << 10;

    private final List<WorkerSource> opened = new ArrayList<>();

    /** For the subclasses. */
    protected WorkerSourceContract() {}

    /**
     * Makes a source, as each process does when it starts. It has not been asked for its number yet. Up to 8 are open at a
     * time.
     *
     * @return the source; the test closes it
     */
    protected abstract WorkerSource open();

    /**
     * Tells whether the sources reserve: their reservations end and are renewed, no two sources that are open have one
     * number, and each gives its number back when it is closed. Otherwise the reservations never end, and somebody else
     * keeps the numbers apart.
     *
     * @return whether they reserve
     */
    protected abstract boolean reserves();

    /**
     * Closes a source, as a process does when it ends. Unless overridden, this calls {@link AutoCloseable#close()} where
     * there is one.
     *
     * @param source a source of {@link #open()}
     * @throws Exception if it can't be closed
     */
    protected void close(WorkerSource source) throws Exception {
        if (source instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (WorkerSource source : opened) {
            close(source);
        }
    }

    private WorkerSource opened() {
        WorkerSource source = open();
        opened.add(source);
        return source;
    }

    @Test
    void returnsEqualReservationsUntilItChanges() {
        WorkerSource source = opened();
        source.attach(new CountedIssuer(MANY));
        List<WorkerReservation> returned =
                Stream.generate(source::reservation).limit(100).toList();
        long changes = IntStream.range(1, returned.size())
                .filter(i -> !returned.get(i).equals(returned.get(i - 1)))
                .count();
        assertThat(changes).as("changes in 100 calls").isLessThan(10);
    }

    @Test
    void reservationHoldsNow() {
        WorkerSource source = opened();
        source.attach(new CountedIssuer(MANY));
        WorkerReservation reservation = source.reservation();
        long now = System.currentTimeMillis();
        assertThat(reservation.floor()).isLessThanOrEqualTo(now);
        assertThat(reservation.reservedUntil()).isGreaterThan(now);
        assertThat(reservation.reservedUntil() < Long.MAX_VALUE)
                .as("reservation ends")
                .isEqualTo(reserves());
    }

    @Test
    void numberFitsTheGeneratorOrIsRefused() {
        WorkerSource source = opened();
        CountedIssuer issuer = new CountedIssuer(1);
        try {
            source.attach(issuer);
        } catch (IllegalArgumentException e) {
            assertThat(source.reservation().worker()).as("refused").isPositive();
            return;
        }
        assertThat(source.reservation().worker()).isZero();
    }

    @Test
    void generatorThatTheNumberDoesNotFitIsRefused() {
        WorkerSource source = opened();
        source.attach(new CountedIssuer(MANY));
        long worker = source.reservation().worker();
        if (worker > 0) { // All that there are hold 0.
            assertThatIllegalArgumentException().isThrownBy(() -> source.attach(new CountedIssuer(worker)));
        }
        source.attach(new CountedIssuer(worker + 1));
    }

    @Test
    void secondGeneratorOfTheSameTicksIsRefused() {
        WorkerSource source = opened();
        Object scope = new Object();
        source.attach(new CountedIssuer(scope, MANY));
        source.attach(new CountedIssuer(new Object(), MANY));
        assertThatIllegalStateException().isThrownBy(() -> source.attach(new CountedIssuer(scope, MANY)));
    }

    @Test
    void renewalIsAnotherReservationOrARefusal() {
        WorkerSource source = opened();
        source.attach(new CountedIssuer(MANY));
        WorkerReservation before = source.reservation();
        try {
            source.awaitRenewal(before);
            assertThat(source.reservation()).isNotEqualTo(before);
        } catch (ReservationEndedException e) {
            assertThat(e.reservation()).isEqualTo(before);
        }
    }

    @Test
    void openSourcesHaveDifferentNumbers() throws Exception {
        if (!reserves()) {
            assertThat(opened().reservation().reservedUntil()).isEqualTo(Long.MAX_VALUE);
            return;
        }
        List<Callable<WorkerReservation>> claims = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            WorkerSource source = opened();
            source.attach(new CountedIssuer(MANY));
            claims.add(source::reservation);
        }
        assertThat(Together.call(claims))
                .extracting(WorkerReservation::worker)
                .doesNotHaveDuplicates()
                .allMatch(worker -> worker < MANY);
    }

    @Test
    void closedSourceEndsItsGenerators() throws Exception {
        WorkerSource source = opened();
        CountedIssuer issuer = new CountedIssuer(MANY);
        source.attach(issuer);
        source.reservation();
        close(source);
        if (reserves()) {
            assertThat(issuer.closes()).as("closed").isPositive();
            assertThatIllegalStateException().isThrownBy(() -> source.attach(new CountedIssuer(MANY)));
            assertThatIllegalStateException().isThrownBy(source::reservation);
        }
    }

    @Test
    void nextHolderBeginsWhereTheLastOneEnded() throws Exception {
        if (!reserves()) {
            assertThat(opened().reservation()).isEqualTo(opened().reservation());
            return;
        }
        // One number fits, so the two hold the same.
        WorkerSource first = opened();
        CountedIssuer issuer = new CountedIssuer(1);
        first.attach(issuer);
        WorkerReservation held = first.reservation();
        long end = Math.max(held.floor(), System.currentTimeMillis());
        issuer.issuedUntil(end);
        close(first);

        WorkerSource second = opened();
        second.attach(new CountedIssuer(1));
        WorkerReservation next = second.reservation();
        assertThat(next.worker()).isEqualTo(held.worker());
        assertThat(next.floor()).isGreaterThanOrEqualTo(end);
    }
}
