package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedStatesTest {

    private static final int TICKS = 16;
    private static final int SEQUENCE_BITS = 2;
    private static final Instant[] EPOCHS = {
        Instant.parse("2024-01-01T00:00:00Z"), Instant.EPOCH, Instant.parse("1931-05-05T05:05:05.555Z")
    };

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | floor, ms after the epoch | first tick
                     1 |     0 | 0
                     1 |     1 | 1
                     1 |     2 | 2
                     1 |    -1 | 0
                     1 |    15 | 15
                     1 |    16 | 16
                     1 | 99999 | 16
                    10 |     0 | 0
                    10 |     1 | 1
                    10 |     9 | 1
                    10 |    10 | 1
                    10 |    11 | 2
                    10 |    -1 | 0
                    10 |    -9 | 0
                    10 |   -10 | 0
                    10 |   -11 | 0
                    10 |   150 | 15
                    10 |   151 | 16
                   250 |   249 | 1
                   250 |   250 | 1
                   250 |   251 | 2
                  1000 |     0 | 0
                  1000 |     1 | 1
                  1000 |   999 | 1
                  1000 |  1000 | 1
                  1000 |  1001 | 2
                  1000 |  -999 | 0
                  1000 | -1001 | 0
            """)
    void theFloorIsRoundedUpToATickThatLiesWhollyBehindIt(long tickMillis, long floor, long firstTick) {
        for (Instant epoch : EPOCHS) {
            long start = epoch.toEpochMilli();
            ReservedStates states = states(epoch, tickMillis, new WorkerReservation(3, start + floor, Long.MAX_VALUE));
            assertThat(states.floor).isEqualTo(firstTick << SEQUENCE_BITS);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # tick, ms | end, ms after the epoch | ticks before the end
                     1 |     0 | 0
                     1 |     1 | 1
                     1 |     2 | 2
                     1 |    -1 | 0
                     1 |    16 | 16
                     1 | 99999 | 16
                    10 |     0 | 0
                    10 |     9 | 0
                    10 |    10 | 1
                    10 |    11 | 1
                    10 |    19 | 1
                    10 |    20 | 2
                    10 |    -1 | 0
                    10 |   -10 | 0
                    10 |   159 | 15
                    10 |   160 | 16
                    10 |   170 | 16
                   250 |   499 | 1
                   250 |   500 | 2
                  1000 |   999 | 0
                  1000 |  1000 | 1
                  1000 |  1999 | 1
                  1000 |  2000 | 2
            """)
    void theEndIsRoundedDownToATickThatLiesWhollyBeforeIt(long tickMillis, long end, long ticks) {
        for (Instant epoch : EPOCHS) {
            long start = epoch.toEpochMilli();
            ReservedStates states = states(epoch, tickMillis, new WorkerReservation(3, Long.MIN_VALUE, start + end));
            assertThat(states.last).isEqualTo((ticks << SEQUENCE_BITS) - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1000})
    void anUnboundedReservationHoldsTheWholeLayout(long tickMillis) {
        for (Instant epoch : EPOCHS) {
            ReservedStates states = states(epoch, tickMillis, WorkerReservation.unbounded(3));
            assertThat(states.floor).isZero();
            assertThat(states.last).isEqualTo((TICKS << SEQUENCE_BITS) - 1);
        }
    }

    /** The start protects what a generator before may have issued; with a floor, that does. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # floor              | start | floor, state
            -9223372036854775808 | 0     | 0
            -9223372036854775808 | 20    | 20
            -9223372036854775808 | 64    | 64
            -9223372036854775807 | 20    | 0
            0                    | 20    | 0
            """)
    void theStartIsTheFloorOfAReservationWithoutOne(long floor, long start, long state) {
        SnowflakeLayout layout = SnowflakeLayout.named("slots")
                .time(4)
                .worker("worker", 3)
                .sequence(SEQUENCE_BITS)
                .build();
        assertThat(new ReservedStates(layout, 0, new WorkerReservation(3, floor, Long.MAX_VALUE), start).floor)
                .isEqualTo(state);
    }

    @Test
    void aRangeShorterThanATickHoldsNoState() {
        long start = EPOCHS[0].toEpochMilli();
        ReservedStates states = states(EPOCHS[0], 10, new WorkerReservation(3, start + 11, start + 29));
        assertThat(states.last).isLessThan(states.floor);
    }

    @Test
    void twoReservationsThatMeetInsideATickShareNoState() {
        long start = EPOCHS[0].toEpochMilli();
        for (long meeting = 1; meeting < 40; meeting++) {
            ReservedStates before = states(EPOCHS[0], 10, new WorkerReservation(3, start, start + meeting));
            ReservedStates after = states(EPOCHS[0], 10, new WorkerReservation(3, start + meeting, start + 100));
            assertThat(before.last).as("meeting at %s ms", meeting).isLessThan(after.floor);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # state: tick, sequence | id: time 4, datacenter 2, sequence 2, machine 1 with worker 0b101
            0b0000_00 | 0b0000_10_00_1
            0b0000_01 | 0b0000_10_01_1
            0b0000_11 | 0b0000_10_11_1
            0b0001_00 | 0b0001_10_00_1
            0b1010_10 | 0b1010_10_10_1
            0b1111_11 | 0b1111_10_11_1
            """)
    void theIdOfAStateCarriesTickSequenceAndWorker(String state, String id) {
        SnowflakeLayout layout = SnowflakeLayout.named("mixed")
                .time(4)
                .worker("datacenter", 2)
                .sequence(2)
                .worker("machine", 1)
                .build();
        ReservedStates states = new ReservedStates(layout, 0, WorkerReservation.unbounded(0b101), 0);
        assertThat(states.id(bits(state))).isEqualTo(bits(id));
    }

    @Test
    void refusesAWorkerNumberThatTheLayoutCannotHold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> states(EPOCHS[0], 1, WorkerReservation.unbounded(8)))
                .withMessage("worker number [8] does not fit layout [slots], whose worker fields have 3 bits; give a"
                        + " number from 0 to 7");
    }

    private static long bits(String binary) {
        return Long.parseLong(binary.substring(2).replace("_", ""), 2);
    }

    private static ReservedStates states(Instant epoch, long tickMillis, WorkerReservation reservation) {
        SnowflakeLayout layout = SnowflakeLayout.named("slots")
                .epoch(epoch)
                .tick(Duration.ofMillis(tickMillis))
                .time(4)
                .worker("worker", 3)
                .sequence(SEQUENCE_BITS)
                .build();
        return new ReservedStates(layout, 0, reservation, 0);
    }
}
