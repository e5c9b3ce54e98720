package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * Makes ids for rows from the times at which the rows were made. Each id is greater than the id before it.
 *
 * <p>As in a generator, the state is a number, with the tick in the high bits and the sequence in the low bits. The next
 * state is the greater of two numbers: the row's tick with a random sequence below the layout's spread, and the last state
 * plus 1. So if a tick is full, further rows of that tick get ids of later ticks. No id has a tick that ends after the
 * reservation. Not thread-safe.
 */
final class PastIds {

    private final SnowflakeLayout layout;
    private final long worker;
    private final Map<String, Long> fields;
    private final long epoch;
    private final long tick;
    private final long endTick;
    private final LongUnaryOperator randomBelow;
    private long last = -1;

    /**
     * Makes ids under a reservation of a worker number.
     *
     * @param fields the numbers of the layout's entity fields
     * @param end the end of the reservation, exclusive, in Unix milliseconds
     */
    PastIds(SnowflakeLayout layout, long worker, Map<String, Long> fields, long end, LongUnaryOperator randomBelow) {
        if (layout.fields().stream().anyMatch(field -> field.kind() == Kind.SHARD)) {
            throw new RejectedException(
                    "layout [" + layout.name()
                            + "] has a shard field, which other data of each row decides; fill such rows through the application");
        }
        this.layout = layout;
        this.worker = worker;
        this.fields = fields;
        this.epoch = layout.epoch().toEpochMilli();
        this.tick = layout.tick().toMillis();
        // A tick may be used only if it ends at or before the end of the reservation.
        this.endTick = Math.floorDiv(end - epoch, tick);
        this.randomBelow = randomBelow;
    }

    static long next(long last, long firstOfTick, long drawn) {
        return Math.max(firstOfTick + drawn, last + 1);
    }

    /** Returns the id of a row; empty if the id's tick would end after the reservation. Later rows then get no id either. */
    OptionalLong next(Instant made) {
        long rowTick = Math.floorDiv(made.toEpochMilli() - epoch, tick);
        if (rowTick < 0) {
            throw new RejectedException("a row of " + made + " is older than layout [" + layout.name()
                    + "], which begins at " + layout.epoch() + "; use a layout with an older epoch");
        }
        long perTick = layout.idsPerTick();
        long state = next(last, rowTick * perTick, randomBelow.applyAsLong(layout.sequenceSpread()));
        if (state / perTick >= endTick) {
            return OptionalLong.empty();
        }
        last = state;
        Instant instant = Instant.ofEpochMilli(epoch + state / perTick * tick);
        return OptionalLong.of(layout.compose(new SnowflakeParts(instant, worker, state % perTick, fields)));
    }
}
