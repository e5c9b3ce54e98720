package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bits of a Snowflake id: an epoch, a tick, and the fields from high to low.
 *
 * <pre>
 * bit 63                                                                  bit 0
 *    |0...0|        time         |  worker fields  | entity fields |  sequence  |
 *     sign   ticks since epoch     the process       the entity      in the tick
 * </pre>
 *
 * <p>The time comes first, so that ids sort by time. The other fields may follow in any order. The sign bit, and every
 * bit above the fields, is 0, so an id is never negative. Time and sequence together have at most 62 bits. A tick lasts
 * a whole number of milliseconds, from 1 to 1000. The layout ends when its time field is full: see {@link #end()}.
 *
 * <p>Optional fields:
 *
 * <ul>
 *   <li>A <em>shard</em> field holds a number that is computed from other data of the row. A <em>scatter</em> field
 *       holds a hash of time, worker, lane and sequence. The scatter field must be above the time; the shard field may
 *       be above or below the time. If a field is above the time, ids sort by time only within each value of that
 *       field, and a span of time has one {@linkplain #ranges range} for each value.
 *   <li>The time may have two parts, with the worker between them. Then ids sort by {@linkplain #turn turns}, within a
 *       turn by worker, and the ids of one worker by time.
 *   <li>A <em>lane</em> field may be between the two parts of the time. Each of the {@link #lanes()} has its own
 *       sequence, so that the ids of units of work in different lanes do not mix within a turn.
 * </ul>
 *
 * <p>The ready-made layouts:
 *
 * <table>
 * <caption>Widths in bits, from high to low</caption>
 * <tr><th>name</th><th>fields</th><th>epoch</th><th>ends</th><th>per worker</th></tr>
 * <tr><td>{@code standard}</td><td>time 41, worker 10, sequence 12</td><td>2024-01-01</td><td>2093</td>
 *     <td>4096 a ms</td></tr>
 * <tr><td>{@code twitter}</td><td>time 41, datacenter 5, machine 5, sequence 12</td><td>2010-11-04</td><td>2080</td>
 *     <td>4096 a ms</td></tr>
 * <tr><td>{@code short}</td><td>time 41, worker 4, sequence 10</td><td>2024-01-01</td><td>2093</td>
 *     <td>1024 a ms</td></tr>
 * <tr><td>{@code business-line}</td><td>time 39, datacenter 2, machine 7, businessLine 4, sequence 7</td>
 *     <td>2024-01-01</td><td>2041</td><td>128 a ms</td></tr>
 * <tr><td>{@code javascript}</td><td>time 41, worker 5, sequence 7: 53 bits, which a JavaScript number holds</td>
 *     <td>2024-01-01</td><td>2093</td><td>128 a ms</td></tr>
 * <tr><td>{@code innodb}</td><td>time 25, worker 10, lane 4, time 16, sequence 8: units of work in different lanes
 *     fill different pages of a clustered index of MySQL or MariaDB</td><td>2024-01-01</td><td>2093</td>
 *     <td>256 a ms and lane, 4096 in all</td></tr>
 * </table>
 *
 * <p>Source of {@code twitter}: Twitter's Snowflake, {@code IdWorker.scala}.
 *
 * <p>Immutable and thread-safe. Two layouts are equal if their names, epochs, ticks and fields are equal.
 */
public final class SnowflakeLayout {

    private static final Instant OUR_EPOCH = Instant.ofEpochSecond(1_704_067_200); // 2024-01-01T00:00:00Z

    /** How long before the end of a layout warnings begin. */
    private static final Duration LAST_YEAR = Duration.ofDays(365);

    /** Time 41, worker 10, sequence 12; the default. */
    public static final SnowflakeLayout STANDARD =
            named("standard").time(41).worker("worker", 10).sequence(12).build();

    /** Time 41, datacenter 5, machine 5, sequence 12, from Twitter's epoch 1288834974657. */
    public static final SnowflakeLayout TWITTER = named("twitter")
            .epoch(Instant.ofEpochMilli(1288834974657L))
            .time(41)
            .worker("datacenter", 5)
            .worker("machine", 5)
            .sequence(12)
            .build();

    /** Time 41, worker 4, sequence 10: 55 bits, for few processes. */
    public static final SnowflakeLayout SHORT =
            named("short").time(41).worker("worker", 4).sequence(10).build();

    /**
     * Time 39, datacenter 2, machine 7, businessLine 4, sequence 7: the mapping of each entity gives its business line.
     */
    public static final SnowflakeLayout BUSINESS_LINE = named("business-line")
            .time(39)
            .worker("datacenter", 2)
            .worker("machine", 7)
            .entity("businessLine", 4)
            .sequence(7)
            .build();

    /** Time 41, worker 5, sequence 7: 53 bits, so that JavaScript's numbers hold every id exactly. */
    public static final SnowflakeLayout JAVASCRIPT =
            named("javascript").time(41).worker("worker", 5).sequence(7).build();

    /**
     * Time 25, worker 10, lane 4, time 16, sequence 8: the ids of one lane of a worker lie together for a turn of
     * 65.536 s, so that concurrent units of work fill separate pages of a clustered index of MySQL or MariaDB.
     */
    public static final SnowflakeLayout INNODB = named("innodb")
            .time(25)
            .worker("worker", 10)
            .lane(4)
            .time(16)
            .sequence(8)
            .build();

    private final String name;
    private final Instant epoch;
    private final Duration tick;
    private final LayoutFields fields;

    // Computed once, because every id needs these values.
    private final Ticks ticks;
    private final TimeBits time;
    private final int scatterShift;
    private final int scatterBits;

    private SnowflakeLayout(Builder builder) {
        name = builder.name;
        epoch = builder.epoch;
        tick = builder.tick;
        fields = new LayoutFields(name, builder.fields);
        time = TimeBits.of(fields);
        scatterShift = fields.shift(Kind.SCATTER);
        scatterBits = fields.bits(Kind.SCATTER);
        ticks = new Ticks(
                epoch.toEpochMilli(), tick.toMillis(), (1L << fields.bits(Kind.TIME)) - 1, fields.bits(Kind.SEQUENCE));
        if (!ticks.hasEnd()) {
            throw new WrongArgumentException(
                    "layout [" + name + "] has a time field of [" + fields.bits(Kind.TIME) + "] bits with a tick of "
                            + tick.toMillis()
                            + " ms, which ends later than 64 bits of milliseconds can express",
                    "narrow the time field");
        }
    }

    /**
     * Starts a layout of your own. Its epoch is 2024-01-01T00:00:00Z and its tick 1 ms by default.
     *
     * @param name the name that annotations, settings and messages use
     * @return a builder, to which the fields are added from high to low
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** {@return all ready-made layouts, the default first} */
    public static List<SnowflakeLayout> readyMade() {
        return List.of(STANDARD, TWITTER, SHORT, BUSINESS_LINE, JAVASCRIPT, INNODB);
    }

    /** {@return the layout's name} */
    public String name() {
        return name;
    }

    /** {@return the instant at which the time field is 0, a whole millisecond} */
    public Instant epoch() {
        return epoch;
    }

    /** {@return the length of a tick, 1 ms to 1 s} */
    public Duration tick() {
        return tick;
    }

    /** {@return the fields from high to low, in an unmodifiable list} */
    public List<LayoutField> fields() {
        return fields.all;
    }

    /** {@return the width of all fields together, 2 to 63 bits} */
    public int width() {
        return fields.width;
    }

    /**
     * Returns the length of a turn. If the time has two parts, a turn is the ticks with the same upper part. Within a
     * turn, ids sort by the fields between the two parts, and then by time.
     *
     * @return the length of the turn; the length of a tick if the layout has one time field
     */
    public Duration turn() {
        return tick.multipliedBy(time.ticksOfTurn());
    }

    /** {@return the number of worker numbers, which start at 0; 1 without a worker field} */
    public long workers() {
        return 1L << fields.bits(Kind.WORKER);
    }

    /** {@return the number of lanes of each worker, at most 64; lanes are numbered from 0; 1 without a lane field} */
    public int lanes() {
        return 1 << fields.bits(Kind.LANE);
    }

    /** {@return the capacity of the sequence: how many ids one lane of a worker can make in one tick} */
    public long idsPerTick() {
        return 1L << fields.bits(Kind.SEQUENCE);
    }

    /** {@return the number of shards, which are numbered from 0; 1 without a shard field} */
    public long shards() {
        return 1L << fields.bits(Kind.SHARD);
    }

    /** {@return the number of buckets of the scatter field, which are numbered from 0; 1 without a scatter field} */
    public long buckets() {
        return 1L << scatterBits;
    }

    /**
     * Returns the exclusive upper bound of the random number at which a new tick starts its sequence, unless {@link
     * SnowflakeLimits} set another bound. The bound is 64, or a sixteenth of the sequence's capacity if that is less.
     * With 64, {@code id % n} of slow traffic is evenly distributed for n up to 64 in layouts with the sequence in the
     * lowest bits.
     *
     * @return 1 to 64; with 1 every tick starts at 0
     */
    public long sequenceSpread() {
        return Math.max(1, Math.min(64, idsPerTick() / 16));
    }

    /** {@return the end of the layout's last tick, exclusive: from this instant on no id can be made} */
    public Instant end() {
        return Instant.ofEpochMilli(ticks.millis(ticks.maxTick()) + ticks.tickMillis());
    }

    /**
     * Returns a warning about the layout's epoch or end.
     *
     * @param now the current time
     * @return a sentence if the layout has not begun, ends within 365 days or has ended; empty otherwise
     */
    public Optional<String> notice(Instant now) {
        if (now.isBefore(epoch)) {
            return Optional.of("layout [" + name + "] begins at [" + epoch + "], and the clock reads [" + now
                    + "]: no id can be made until then; set the clock right, or choose an earlier epoch");
        }
        Duration left = Duration.between(now, end());
        if (left.compareTo(LAST_YEAR) > 0) {
            return Optional.empty();
        }
        boolean isOver = left.isZero() || left.isNegative();
        return Optional.of("layout [" + name + "] "
                + (isOver
                        ? "ended at [" + end() + "]: no id can be made; move"
                        : "ends at [" + end() + "], in [" + left.toDays()
                                + "] days, and no id can be made from then on; move in time")
                + " to a layout with a wider time field, whose ids are greater");
    }

    /**
     * Describes the layout's fields, capacity and end of life in one line, for logs.
     *
     * @return for example {@code standard: time 41, worker 10, sequence 12; 1024 workers of 4096 ids a tick of 1 ms;
     *     from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z}
     */
    public String describe() {
        return name + ": " + fields + "; " + workers() + " workers of " + (lanes() == 1 ? "" : lanes() + " lanes of ")
                + idsPerTick() + " ids a tick of "
                + ticks.tickMillis() + " ms; from " + epoch + " until " + end();
    }

    /**
     * Composes an id from its parts. The bits of a scatter field are computed from the other parts.
     *
     * @param parts the values of the id's fields
     * @return the id, 0 or more
     * @throws IllegalArgumentException if a part does not fit its field, or names a field that the layout lacks
     */
    public long compose(SnowflakeParts parts) {
        return scattered(fields.placed(Kind.TIME, tickOf(parts.instant()))
                        | fields.placed(
                                Kind.SEQUENCE, fields.first(Kind.SEQUENCE).checked(name, parts.sequence()))
                        | fields.workerBits(parts.worker())
                        | fields.laneBits(parts.lane()))
                | fields.entityBits(parts.entityFields())
                | (shards() == 1 && parts.shard() == 0 ? 0 : fields.shardBits(parts.shard()));
    }

    /**
     * Splits an id into its parts.
     *
     * @param id an id of this layout
     * @return the parts, from which {@link #compose} makes the same id
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public SnowflakeParts split(long id) {
        return new SnowflakeParts(
                instant(id),
                fields.value(Kind.WORKER, id),
                fields.value(Kind.SEQUENCE, id),
                fields.entityFields(id),
                shard(id),
                fields.value(Kind.LANE, id));
    }

    /**
     * Returns the time in an id.
     *
     * @param id an id of this layout
     * @return the start of the tick in which the id was made
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public Instant instant(long id) {
        return Instant.ofEpochMilli(ticks.millis(fields.value(Kind.TIME, id)));
    }

    /**
     * Returns the shard of an id, by which a router finds the row.
     *
     * @param id an id of this layout
     * @return 0 to below {@link #shards()}; 0 without a shard field
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     * @see ShardFunction#shard
     */
    public long shard(long id) {
        return fields.value(Kind.SHARD, id);
    }

    /**
     * Returns the bucket of an id, from the scatter field.
     *
     * @param id an id of this layout
     * @return 0 to below {@link #buckets()}; 0 without a scatter field
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public long bucket(long id) {
        return fields.value(Kind.SCATTER, id);
    }

    /**
     * Returns a number that sorts like the ids of a layout with the time first: the id without the shard and scatter
     * fields above its time, and with the two parts of its time joined.
     *
     * @param id an id of this layout
     * @return the sortable number; equal to the id if the layout has one time field, which comes first
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public long timeOrdered(long id) {
        long others = (1L << time.turnShift()) - 1 & ~fields.mask(Kind.TIME);
        return fields.value(Kind.TIME, id) << Long.bitCount(others) | LayoutFields.gathered(id, others);
    }

    /**
     * Returns the lowest possible id of an instant's tick.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive lower end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     * @throws IllegalStateException if a field is above the time or between its two parts: see {@link #ranges}
     */
    public long firstId(Instant instant) {
        requireTimeFirst();
        return fields.placed(Kind.TIME, tickOf(instant));
    }

    /**
     * Returns the highest possible id of an instant's tick.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive upper end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     * @throws IllegalStateException if a field is above the time or between its two parts: see {@link #ranges}
     */
    public long lastId(Instant instant) {
        return firstId(instant) | (1L << time.turnShift()) - 1;
    }

    /**
     * Returns the ids of a span of time. If the span begins or ends inside a tick, the whole tick belongs to the range,
     * because an id contains its tick, but no finer time.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the range of ids, both ends inclusive
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     * @throws IllegalStateException if a field is above the time or between its two parts: see {@link #ranges}
     */
    public IdRange range(Instant from, Instant to) {
        requireTimeFirst();
        return ranges(from, to).get(0);
    }

    /**
     * Returns the ids of a span of time, like {@link #range}, as one range for each value of the fields above the time.
     * If the time comes first, the result is a single range. If the time has two parts, all whole turns inside the span
     * form one range, and each turn that is only partly inside forms one range for each value of the fields between the
     * two parts. {@link #slices} returns fewer conditions.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the ranges, ascending
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     * @throws IllegalStateException if a turn is only partly inside the span, and the fields between the two parts of
     *     the time have more than 4,096 values, as in {@link #INNODB}
     */
    public List<IdRange> ranges(Instant from, Instant to) {
        return slices(from, to).stream()
                .flatMap(slice -> time.ranges(name, slice))
                .toList();
    }

    /**
     * Returns the ids of a span of time, like {@link #ranges}, as slices with two conditions each. There are at most
     * three slices for each value of the fields above the time.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the slices, ascending
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     */
    public List<IdSlice> slices(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw new WrongArgumentException("span from [" + from + "] to [" + to + "] is empty", "give a later end");
        }
        return time.slices(tickOf(from), tickOf(to.minusNanos(1)));
    }

    /**
     * Returns whether this layout and another layout make the same ids for the same worker. This is the case if their
     * epochs and ticks are equal, and time, worker, lane and sequence have the same bits. Names and other fields do not
     * matter. Generators of two such layouts must share their sequence.
     *
     * @param other the other layout
     * @return whether the ids are the same
     * @see SnowflakeGenerator#withLayout
     */
    public boolean makesIdsOf(SnowflakeLayout other) {
        return epoch.equals(other.epoch)
                && tick.equals(other.tick)
                && fields.mask(Kind.TIME) == other.fields.mask(Kind.TIME)
                && fields.mask(Kind.WORKER) == other.fields.mask(Kind.WORKER)
                && fields.mask(Kind.LANE) == other.fields.mask(Kind.LANE)
                && fields.mask(Kind.SEQUENCE) == other.fields.mask(Kind.SEQUENCE);
    }

    // For generators.

    Ticks ticks() {
        return ticks;
    }

    TimeBits time() {
        return time;
    }

    /** Adds the scatter bits to an id that consists of time, worker, lane and sequence. */
    long scattered(long id) {
        return scatterBits == 0 ? id : id | StableHash.high(StableHash.mixed(id), scatterBits) << scatterShift;
    }

    LayoutFields bits() {
        return fields;
    }

    private void requireTimeFirst() {
        if (time.fineBits() > 0 || time.turnShift() + time.turnBits() < width()) {
            // The highest field, or the field below the upper part of the time.
            LayoutField above = fields().get(fields().get(0).kind() == Kind.TIME ? 1 : 0);
            throw new IllegalStateException("layout [" + name + "] has [" + above.name()
                    + "] above its time, so a span of time is more than one range of ids; ask for ranges(from, to)");
        }
    }

    long tickOf(Instant instant) {
        if (instant.isBefore(epoch) || !instant.isBefore(end())) {
            throw new WrongArgumentException(
                    "instant [" + instant + "] is outside layout [" + name + "]",
                    "give one from " + epoch + " to before " + end());
        }
        return ticks.tick(instant.toEpochMilli());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SnowflakeLayout that
                && name.equals(that.name)
                && epoch.equals(that.epoch)
                && tick.equals(that.tick)
                && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + fields().hashCode();
    }

    @Override
    public String toString() {
        return describe();
    }

    /** Collects the fields of a layout from high to low. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private final List<LayoutField> fields = new ArrayList<>();
        private Instant epoch = OUR_EPOCH;
        private Duration tick = Duration.ofMillis(1);

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Sets the instant at which the time field is 0. Never change the epoch while ids exist.
         *
         * @param epoch a whole millisecond; 2024-01-01T00:00:00Z unless set
         * @return this
         * @throws IllegalArgumentException if the epoch is not a whole millisecond, or does not fit 64 bits of Unix
         *     milliseconds
         */
        public Builder epoch(Instant epoch) {
            if (!epoch.equals(epoch.truncatedTo(ChronoUnit.MILLIS))) {
                throw invalid("has the epoch [" + epoch + "]", "give a whole millisecond");
            }
            if (epoch.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE))
                    || epoch.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE))) {
                throw invalid("has the epoch [" + epoch + "], which 64 bits of milliseconds can't hold", "");
            }
            this.epoch = epoch;
            return this;
        }

        /**
         * Sets the length of a tick.
         *
         * @param tick a whole number of milliseconds from 1 ms to 1 s; 1 ms unless set
         * @return this
         * @throws IllegalArgumentException if the tick is out of range
         */
        public Builder tick(Duration tick) {
            if (!tick.equals(tick.truncatedTo(ChronoUnit.MILLIS))
                    || tick.compareTo(Duration.ofMillis(1)) < 0
                    || tick.compareTo(Duration.ofSeconds(1)) > 0) {
                throw invalid("has a tick of [" + tick + "]", "give a whole number of milliseconds from 1 ms to 1 s");
            }
            this.tick = tick;
            return this;
        }

        /**
         * Adds the time field. Only a shard and a scatter field may come before it. A second call adds the lower part
         * of the time. Ids of the same {@linkplain SnowflakeLayout#turn turn} sort by the fields between the two parts
         * first.
         *
         * @param bits the width
         * @return this
         */
        public Builder time(int bits) {
            return field(Kind.TIME, "time", bits);
        }

        /**
         * Adds a worker field, which holds the worker number. A second call adds a field for the next lower part of the
         * number.
         *
         * @param field the field's name
         * @param bits the width
         * @return this
         */
        public Builder worker(String field, int bits) {
            return field(Kind.WORKER, field, bits);
        }

        /**
         * Adds the lane field, which must be between the two parts of the time.
         *
         * @param bits the width, 1 to 6: 2 to 64 lanes
         * @return this
         */
        public Builder lane(int bits) {
            return field(Kind.LANE, "lane", bits);
        }

        /**
         * Adds an entity field. The mapping of each entity gives the number in this field.
         *
         * @param field the field's name
         * @param bits the width
         * @return this
         */
        public Builder entity(String field, int bits) {
            return field(Kind.ENTITY, field, bits);
        }

        /**
         * Adds the shard field.
         *
         * @param bits the width
         * @return this
         * @see SnowflakeGenerator#withShard
         */
        public Builder shard(int bits) {
            return field(Kind.SHARD, "shard", bits);
        }

        /**
         * Adds the scatter field, which must be above the time.
         *
         * @param bits the width; 3 to 6 bits, for 8 to 64 buckets, suit most clusters
         * @return this
         */
        public Builder scatter(int bits) {
            return field(Kind.SCATTER, "scatter", bits);
        }

        /**
         * Adds the sequence.
         *
         * @param bits the width
         * @return this
         */
        public Builder sequence(int bits) {
            return field(Kind.SEQUENCE, "sequence", bits);
        }

        /**
         * Adds fields from text, from high to low: {@code time:41, worker.datacenter:5, worker.machine:5,
         * entity.businessLine:4, sequence:8}. {@code worker:10} without a name is a worker field named "worker". There
         * may be one {@code shard:6} and one {@code scatter:4}. There may be a second, lower part of the time, with a
         * lane above it: {@code time:25, worker:10, lane:4, time:16, sequence:8}.
         *
         * @param text the fields, separated by commas
         * @return this
         * @throws IllegalArgumentException if the text has another form
         */
        public Builder fields(String text) {
            for (String part : text.split(",", -1)) {
                fields.add(LayoutField.parse(part.strip()));
            }
            return this;
        }

        /**
         * Makes the layout.
         *
         * @return the layout
         * @throws IllegalArgumentException if the fields break a rule of {@link SnowflakeLayout}
         */
        public SnowflakeLayout build() {
            return new SnowflakeLayout(this);
        }

        private IllegalArgumentException invalid(String rule, String remedy) {
            return new WrongArgumentException("layout [" + name + "] " + rule, remedy);
        }

        private Builder field(Kind kind, String field, int bits) {
            fields.add(new LayoutField(kind, field, bits));
            return this;
        }
    }
}
