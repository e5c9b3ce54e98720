package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.WorkerReservation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {

    private static final ReservedStates SLOT =
            new ReservedStates(SnowflakeLayout.STANDARD, 0, WorkerReservation.unbounded(0), 0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # first | wanted | ceiling | end, exclusive
                100 |      1 |     200 | 101
                100 |     50 |     200 | 150
                100 |    100 |     200 | 200
                100 |    101 |     200 | 201
                100 |    102 |     200 | 201
                100 |   9999 |     200 | 201
                200 |      1 |     200 | 201
                200 |      2 |     200 | 201
                  0 |      1 |       0 | 1
            4611686018427387000 | 2147483647 | 4611686018427387903 | 4611686018427387904
            """)
    void aBlockEndsWhereItIsLongEnoughOrBehindTheCeiling(long first, int wanted, long ceiling, long end) {
        assertThat(new Bounds(new Incarnation(0, 0), SLOT, 0, 0, 0, ceiling).endOf(first, wanted))
                .isEqualTo(end);
    }
}
