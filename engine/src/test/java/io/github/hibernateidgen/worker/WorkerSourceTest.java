package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WorkerSourceTest {

    @Test
    void aFixedSourceAlwaysGivesTheSameUnboundedReservation() {
        WorkerSource source = WorkerSource.fixed(5);
        assertThat(source.reservation()).isEqualTo(WorkerReservation.unbounded(5));
        assertThat(source.reservation()).isSameAs(source.reservation());
    }

    @Test
    void aFixedSourceRefusesANegativeNumberWhenItIsMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerSource.fixed(-1))
                .withMessage("worker number [-1] is negative; give 0 or more");
    }
}
