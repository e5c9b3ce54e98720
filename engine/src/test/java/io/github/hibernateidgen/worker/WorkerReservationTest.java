package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerReservationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "1023, 1000, 2000",
        "7, -1, 0",
        "9223372036854775807, -9223372036854775808, 9223372036854775807",
        "3, 9223372036854775806, 9223372036854775807"
    })
    void holdsAWorkerNumberAndARange(long worker, long floor, long reservedUntil) {
        WorkerReservation reservation = new WorkerReservation(worker, floor, reservedUntil);
        assertThat(reservation.worker()).isEqualTo(worker);
        assertThat(reservation.floor()).isEqualTo(floor);
        assertThat(reservation.reservedUntil()).isEqualTo(reservedUntil);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void refusesANegativeWorkerNumber(long worker) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerReservation(worker, 0, 1))
                .withMessage("worker number [" + worker + "] is negative; give 0 or more");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "9223372036854775807, 9223372036854775807", "5, -9223372036854775808"})
    void refusesAnEmptyRange(long floor, long reservedUntil) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerReservation(4, floor, reservedUntil))
                .withMessage("reservation of worker [4] is empty: its floor [" + floor + "] is not before its end ["
                        + reservedUntil + "], both in Unix milliseconds");
    }

    @Test
    void anUnboundedReservationHoldsEveryMillisecond() {
        assertThat(WorkerReservation.unbounded(5)).isEqualTo(new WorkerReservation(5, Long.MIN_VALUE, Long.MAX_VALUE));
    }
}
