package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Makes ids of one {@link SnowflakeLayout} for one worker, each greater than the previous id of the same lane. Only a layout
 * with a lane field, such as {@link SnowflakeLayout#INNODB}, has more than one lane.
 *
 * <p>The whole state of a lane is one {@code long}, with the tick in its high bits and the sequence in its low bits. The next
 * state is in the clock's tick if the clock has passed the tick of the last state; otherwise the next state is the last state
 * plus 1. The same rule applies while a sequence runs, when the sequence is exhausted, and when the clock steps back. {@link
 * SnowflakeLimits} limit how far ahead of the clock the state may go and how long a caller waits.
 *
 * <p>Under a reservation without a floor, the first tick issued starts later than {@code maxAhead} after the generator was
 * made. So a restarted process does not issue the ticks of its predecessor, if the clock did not step back and {@code maxAhead}
 * was not lowered. A reservation with a floor needs no such delay, because its floor is at or above the end of the ticks that
 * an earlier process could issue.
 *
 * <p>Thread-safe and lock-free. A caller that must wait for the clock takes its id first and then sleeps, so callers
 * are served in their order of arrival. If the caller gets an exception while it sleeps, its id is never issued.
 */
public final class SnowflakeGenerator {

    private final LaneCells cells;
    private final SnowflakeLayout layout;
    private final long fixedBits;

    /**
     * Makes a generator on the system clock with the {@linkplain SnowflakeLimits#of limits of the layout}.
     *
     * @param layout the layout of the ids
     * @param worker the source of the worker number
     * @throws IllegalArgumentException if the worker number does not fit the layout
     * @throws IllegalStateException if the source is closed, or has a generator of this layout already
     */
    public SnowflakeGenerator(SnowflakeLayout layout, WorkerSource worker) {
        this(layout, worker, SnowflakeLimits.of(layout), InstantSource.system());
    }

    /**
     * Makes a generator.
     *
     * @param layout the layout of the ids
     * @param worker the source of the worker number
     * @param limits how far ids may be ahead of the clock, how long callers wait, and where sequences start
     * @param clock the clock, which each call that makes ids reads at least once
     * @throws IllegalArgumentException if the worker number, the sequence spread or max-wait does not fit the layout
     * @throws IllegalStateException if the source is closed, or has a generator of this layout already
     */
    public SnowflakeGenerator(
            SnowflakeLayout layout, WorkerSource worker, SnowflakeLimits limits, InstantSource clock) {
        this(layout, worker, limits, clock, Sleeper::park, SnowflakeGenerator::randomBelow);
    }

    /**
     * Makes a generator for an owner of several generators, such as a framework. The owner keeps the worker numbers of its
     * generators apart, or knows that they write different tables.
     *
     * @param layout the layout of the ids
     * @param worker the source of the worker number
     * @param limits how far ids may be ahead of the clock, how long callers wait, and where sequences start
     * @param clock the clock, which each call that makes ids reads at least once
     * @param owner names the owner after the word {@code made} in the warning about generators on two sources with the same
     *     {@linkplain WorkerSource#fixed fixed} number, for example {@code for a session factory}. Generators with equal owners
     *     cause no such warning
     * @throws IllegalArgumentException if the worker number, the sequence spread or max-wait does not fit the layout
     * @throws IllegalStateException if the source is closed, or has a generator of this layout already
     */
    public SnowflakeGenerator(
            SnowflakeLayout layout, WorkerSource worker, SnowflakeLimits limits, InstantSource clock, String owner) {
        this(layout, worker, limits, clock, owner, Sleeper::park, SnowflakeGenerator::randomBelow);
    }

    SnowflakeGenerator(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        this(layout, worker, limits, clock, CallingCode.find(), sleeper, randomBelow);
    }

    private SnowflakeGenerator(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            Object maker,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        this(new LaneCells(layout, worker, limits, clock, maker, sleeper, randomBelow), layout, 0);
    }

    private SnowflakeGenerator(LaneCells cells, SnowflakeLayout layout, long fixedBits) {
        this.cells = cells;
        this.layout = layout;
        this.fixedBits = fixedBits;
    }

    private static long randomBelow(long bound) {
        return ThreadLocalRandom.current().nextLong(bound);
    }

    /**
     * Returns a generator with the same sequence, which puts numbers into the layout's entity fields. Both generators
     * share their state, so their ids differ and may be mixed in one table.
     *
     * @param values the numbers by field name; a field left out is 0
     * @return the generator
     * @throws IllegalArgumentException if the layout lacks a field, or a number does not fit
     */
    public SnowflakeGenerator withEntityFields(Map<String, Long> values) {
        long shard = fixedBits & layout.bits().mask(Kind.SHARD);
        return new SnowflakeGenerator(cells, layout, layout.bits().entityBits(values) | shard);
    }

    /**
     * Returns a generator with the same sequence, which puts a shard number into its ids. Both generators share their state, so
     * their ids differ whatever the shards are. A call allocates one object.
     *
     * @param shard 0 to below {@link SnowflakeLayout#shards()}; without this call the shard is 0
     * @return the generator
     * @throws IllegalArgumentException if the layout has no shard field, or the number does not fit
     * @see ShardFunction#shard
     */
    public SnowflakeGenerator withShard(long shard) {
        long others = fixedBits & ~layout.bits().mask(Kind.SHARD);
        return new SnowflakeGenerator(cells, layout, others | layout.bits().shardBits(shard));
    }

    /**
     * Returns a generator with the same sequence for a layout that makes the same ids, such as a layout that differs
     * only in its names. Two generators with separate sequences would make the same ids for such layouts. Numbers in entity
     * fields keep their bits, also if the layout divides these bits into other fields. Error messages still name the layout
     * of this generator.
     *
     * @param same a layout that makes the same ids
     * @return the generator
     * @throws IllegalArgumentException if the layout makes other ids, or if this generator has numbers in entity or shard
     *     fields and the shard fields of the two layouts have different bits
     * @see SnowflakeLayout#makesIdsOf
     */
    public SnowflakeGenerator withLayout(SnowflakeLayout same) {
        if (!same.makesIdsOf(layout)) {
            throw new IllegalArgumentException("layout [" + same.describe() + "] makes other ids than layout ["
                    + layout.describe() + "]; make a generator of its own for it");
        }
        // makesIdsOf() has compared time, worker, lane and sequence. The entity fields have all bits below the top of
        // the time that no other field has. So if the shard fields have the same bits, the entity fields together have
        // the same bits.
        if (fixedBits != 0 && same.bits().mask(Kind.SHARD) != layout.bits().mask(Kind.SHARD)) {
            throw new IllegalArgumentException(
                    "layout [" + same.describe() + "] has its entity and shard fields at other bits than layout ["
                            + layout.describe() + "]; set their numbers after this call");
        }
        return new SnowflakeGenerator(cells, same, fixedBits);
    }

    /** {@return the layout of this generator's ids} */
    public SnowflakeLayout layout() {
        return layout;
    }

    /** {@return the limits of this generator} */
    public SnowflakeLimits limits() {
        return cells.limits();
    }

    /**
     * {@return the statistics of all lanes and of all generators that share this sequence, since the first generator
     * was made}
     */
    public SnowflakeStatistics statistics() {
        return cells.statistics();
    }

    /**
     * Returns the next id. If the layout has lanes, it is an id of the calling thread's lane. Threads share a lane if the
     * lowest bits of {@link Thread#getId()} are equal.
     *
     * @return an id greater than every earlier id of this lane, as long as the worker number stays the same. With a scatter
     *     field, the id is greater than every earlier id of the same {@linkplain SnowflakeLayout#bucket bucket}
     * @throws ClockMovedBackException if the clock is further behind than the limits allow
     * @throws SequenceExhaustedException if other callers have taken all ids that the limits allow
     * @throws LayoutEndedException if the layout's time field is full
     * @throws ReservationEndedException if the worker's reservation has ended
     * @throws IllegalStateException if the source has no worker number, or the worker number was released
     */
    public long nextId() {
        return nextId(cells.ofThread());
    }

    /**
     * Returns the next id of a lane. Callers that write at the same time and use different lanes, as Hibernate's
     * sessions do, fill different pages.
     *
     * @param lane 0 to below {@link SnowflakeLayout#lanes()}
     * @return an id greater than every earlier id of this lane, as described for {@link #nextId()}
     * @throws IllegalArgumentException if the layout has no such lane
     * @throws IllegalStateException as {@link #nextId()} does
     */
    public long nextId(int lane) {
        return nextId(cells.of(lane));
    }

    private long nextId(SequenceCell cell) {
        Bounds bounds = cell.bounds();
        long state = cell.take(bounds, 1);
        if (state != SequenceCell.NONE) {
            return id(bounds.states(), state);
        }
        Block block = cell.await(1);
        return id(block.states(), block.first());
    }

    /**
     * Returns several ids of the calling thread's lane. The ids ascend; with a scatter field they ascend within each
     * bucket. The state is changed once for all ids of the call, unless the ticks up to {@code maxAhead} have too few
     * ids left. If a call throws, the ids that it had taken are never issued.
     *
     * @param count the number of ids, 0 or more
     * @return the ids
     * @throws IllegalArgumentException if the count is negative
     * @throws ClockMovedBackException if the clock is further behind than the limits allow
     * @throws SequenceExhaustedException if other callers have taken all ids that the limits allow
     * @throws LayoutEndedException if the layout's time field is full
     * @throws ReservationEndedException if the worker's reservation has ended
     * @throws IllegalStateException if the source has no worker number, or the worker number was released
     */
    public long[] nextIds(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count [" + count + "] is negative; ask for 0 or more ids");
        }
        long[] ids = new long[count];
        SequenceCell cell = cells.ofThread();
        for (int done = 0; done < count; ) {
            Block block = cell.take(count - done);
            for (long state = block.first(); state < block.end(); state++) {
                ids[done++] = id(block.states(), state);
            }
        }
        return ids;
    }

    /**
     * Rejects requests for ids until {@link #resume()}, by all generators that share this sequence. Call it before an
     * image of this process's memory is made, if the generator's source of worker numbers can't be suspended.
     */
    public void suspend() {
        cells.suspend();
    }

    /**
     * Allows ids to be made again after {@link #suspend()}. The ids follow all ids that an earlier process may have
     * issued until now. A call has no effect if the generator is open or was closed.
     */
    public void resume() {
        cells.reopen();
    }

    /**
     * Ends all generators that share this sequence. The source of worker numbers stays open, and a {@linkplain
     * WorkerSource#fixed fixed} source then accepts another generator of the layout. A second call has no effect.
     */
    public void close() {
        cells.end();
    }

    /**
     * Returns the id of a state. The ids of two states already differ outside of the scatter bits and the fixed bits,
     * so these bits never make two ids equal.
     */
    private long id(ReservedStates states, long state) {
        return layout.scattered(states.id(state)) | fixedBits;
    }
}
