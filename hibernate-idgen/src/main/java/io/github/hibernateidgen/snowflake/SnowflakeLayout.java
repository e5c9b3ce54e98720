package io.github.hibernateidgen.snowflake;

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
 * <p>The time comes first, so that ids sort by time; the other fields may stand in any sequence. There may be a
 * <em>shard</em> field, whose number other data of the row decides, and a <em>scatter</em> field, which is a hash of time,
 * worker and sequence. Scatter stands above the time, shard above or below: where a field stands above, ids sort by time
 * only inside each of its values, and a span of time is as many {@linkplain #ranges ranges}. The time may have two parts,
 * with the worker between them: then ids sort by {@linkplain #turn turns}, inside a turn by worker, and the ids of one worker
 * by time. Below the worker there may be a <em>lane</em> field: each of its {@link #lanes()} counts for itself, so units of
 * work that have a lane each do not write among each other's ids. The sign bit, and every bit above the fields, is 0, so an id
 * is never negative. Time and sequence have 62 bits or fewer together. A
 * tick lasts a whole number of milliseconds, from 1 to 1000. The layout ends when its time field is full: see
 * {@link #end()}.
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
 * <tr><td>{@code innodb}</td><td>time 25, worker 10, lane 4, time 16, sequence 8: each unit of work fills a page of its
 *     own in the clustered index of MySQL or MariaDB</td><td>2024-01-01</td><td>2093</td>
 *     <td>256 a ms and lane, 4096 in all</td></tr>
 * </table>
 *
 * <p>Source of {@code twitter}: Twitter's Snowflake, {@code IdWorker.scala}.
 *
 * <p>Immutable and thread-safe. Two layouts are equal when name, epoch, tick and fields are.
 */
public final class SnowflakeLayout {

    private static final Instant OUR_EPOCH = Instant.ofEpochSecond(1_704_067_200); // 2024-01-01T00:00:00Z

    /** How long before the end of a layout its warnings begin. */
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

    /** Time 39, datacenter 2, machine 7, businessLine 4, sequence 7: each entity states its business line. */
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
     * Time 25, worker 10, lane 4, time 16, sequence 8: ids of one lane of a worker lie together for a turn of 65.536 s, so
     * that units of work that overlap leave the pages of a clustered index of MySQL or MariaDB full.
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

    // Computed once, since every id needs them.
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
            throw new IllegalArgumentException(
                    "layout [" + name + "] has a time field of [" + fields.bits(Kind.TIME) + "] bits with a tick of "
                            + tick.toMillis()
                            + " ms, which ends past what 64 bits of milliseconds can hold; narrow the time field");
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

    /** {@return how long a tick lasts, 1 ms to 1 s} */
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
     * Returns how long a turn lasts: where the time has two parts, the ticks with the same upper part. Inside a
     * turn ids sort by the fields between the two parts, and by their time after that.
     *
     * @return the turn; a tick where the time is one field
     */
    public Duration turn() {
        return tick.multipliedBy(time.ticksOfTurn());
    }

    /** {@return how many worker numbers the layout has, from 0 up; 1 without a worker field} */
    public long workers() {
        return 1L << fields.bits(Kind.WORKER);
    }

    /** {@return how many lanes each worker has, from 0 up, 64 at most; 1 without a lane field} */
    public int lanes() {
        return 1 << fields.bits(Kind.LANE);
    }

    /** {@return how many ids one lane of a worker can make in one tick, the capacity of the sequence} */
    public long idsPerTick() {
        return 1L << fields.bits(Kind.SEQUENCE);
    }

    /** {@return how many shards the layout has, from 0 up; 1 without a shard field} */
    public long shards() {
        return 1L << fields.bits(Kind.SHARD);
    }

    /** {@return how many buckets its scatter field spreads ids over, from 0 up; 1 without one} */
    public long buckets() {
        return 1L << scatterBits;
    }

    /**
     * Returns the bound (exclusive) of the random number at which a fresh tick starts its sequence, unless {@link SnowflakeLimits} say otherwise: 64,
     * so that {@code id % n} of slow traffic is even for n up to 64 where the sequence stands lowest, or a sixteenth of
     * the sequence where that is less.
     *
     * @return 1 to 64; 1 starts at 0
     */
    public long sequenceSpread() {
        return Math.max(1, Math.min(64, idsPerTick() / 16));
    }

    /** {@return the end of the layout's last tick, exclusive: no id can be made from then on} */
    public Instant end() {
        return Instant.ofEpochMilli(ticks.millis(ticks.maxTick()) + ticks.tickMillis());
    }

    /**
     * Returns the effect of the layout's span of time on ids at an instant.
     *
     * @param now the instant
     * @return a sentence where the layout has not begun, ends within 365 days or has ended; empty otherwise
     */
    public Optional<String> notice(Instant now) {
        if (now.isBefore(epoch)) {
            return Optional.of("layout [" + name + "] begins at [" + epoch + "], and the clock reads [" + now
                    + "]: ids are refused until then; set the clock right, or choose an earlier epoch");
        }
        Duration left = Duration.between(now, end());
        if (left.compareTo(LAST_YEAR) > 0) {
            return Optional.empty();
        }
        boolean isOver = left.isZero() || left.isNegative();
        return Optional.of("layout [" + name + "] "
                + (isOver
                        ? "ended at [" + end() + "]: ids are refused; move"
                        : "ends at [" + end() + "], in [" + left.toDays()
                                + "] days, and ids are refused from then on; move in time")
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
     * Composes an id from its parts. A scatter field gets its bits from the others.
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
     * @return its parts; {@link #compose} makes the same id of them
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
     * Returns when an id was made.
     *
     * @param id an id of this layout
     * @return the start of its tick
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public Instant instant(long id) {
        return Instant.ofEpochMilli(ticks.millis(fields.value(Kind.TIME, id)));
    }

    /**
     * Returns the shard of an id, by which a router finds its row.
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
     * Returns the bucket that an id was scattered to.
     *
     * @param id an id of this layout
     * @return 0 to below {@link #buckets()}; 0 without a scatter field
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public long bucket(long id) {
        return fields.value(Kind.SCATTER, id);
    }

    /**
     * Returns an id without the shard or scatter above its time, and with the two parts of its time together: a number that
     * sorts as the ids of a layout whose time comes first.
     *
     * @param id an id of this layout
     * @return the id itself where the time comes first
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public long timeOrdered(long id) {
        long others = (1L << time.turnShift()) - 1 & ~fields.mask(Kind.TIME);
        return fields.value(Kind.TIME, id) << Long.bitCount(others) | LayoutFields.gathered(id, others);
    }

    /**
     * Returns the lowest id of the tick that an instant falls into.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive lower end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     * @throws IllegalStateException if a field is above the time: see {@link #ranges}
     */
    public long firstId(Instant instant) {
        requireTimeFirst();
        return fields.placed(Kind.TIME, tickOf(instant));
    }

    /**
     * Returns the highest id of the tick that an instant falls into.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive upper end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     * @throws IllegalStateException if a field is above the time: see {@link #ranges}
     */
    public long lastId(Instant instant) {
        return firstId(instant) | (1L << time.turnShift()) - 1;
    }

    /**
     * Returns the ids of a span of time. Where an end falls inside a tick, the whole tick belongs to the range, since
     * the id does not say when inside its tick it was made.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the range of ids, both ends inclusive
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     * @throws IllegalStateException if a field is above the time: see {@link #ranges}
     */
    public IdRange range(Instant from, Instant to) {
        requireTimeFirst();
        return ranges(from, to).get(0);
    }

    /**
     * Returns the ids of a span of time, as {@link #range} does, in as many ranges as the fields above the time have
     * values: one where the time comes first. Where the time has two parts, the turns that lie inside the span are one
     * range, and each turn that it cuts is a range for each value of the fields between: {@link #slices} are fewer.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the ranges, ascending
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     * @throws IllegalStateException if the span cuts a turn, and the fields between have more than 4,096 values, as those of
     *     {@link #INNODB} have
     */
    public List<IdRange> ranges(Instant from, Instant to) {
        return slices(from, to).stream()
                .flatMap(slice -> time.ranges(name, slice))
                .toList();
    }

    /**
     * Returns the ids of a span of time, as {@link #ranges} does, as two conditions: in three slices or fewer for each
     * value of the fields above the time.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the slices, ascending
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     */
    public List<IdSlice> slices(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("span from [" + from + "] to [" + to + "] is empty; give a later end");
        }
        return time.slices(tickOf(from), tickOf(to.minusNanos(1)));
    }

    /**
     * Returns whether this layout and another make the same ids for the same worker: their epochs and ticks are equal, and
     * time, worker, lane and sequence have the same bits, whatever the layouts and their fields are called. Generators of two
     * such layouts must share their sequence.
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

    // The rest is for generators.

    Ticks ticks() {
        return ticks;
    }

    TimeBits time() {
        return time;
    }

    /** Adds the scatter bits to an id of time, worker and sequence. */
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
            throw new IllegalArgumentException("instant [" + instant + "] is outside layout [" + name
                    + "]; give one from " + epoch + " to before " + end());
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
         * Sets the instant at which the time field is 0. Never change it while ids exist.
         *
         * @param epoch a whole millisecond; 2024-01-01T00:00:00Z unless set
         * @return this
         * @throws IllegalArgumentException if it is not a whole millisecond, or out of the range of 64 bits of them
         */
        public Builder epoch(Instant epoch) {
            if (!epoch.equals(epoch.truncatedTo(ChronoUnit.MILLIS))) {
                throw invalid("has the epoch [" + epoch + "]; give a whole millisecond");
            }
            if (epoch.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE))
                    || epoch.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE))) {
                throw invalid("has the epoch [" + epoch + "], which 64 bits of milliseconds can't hold");
            }
            this.epoch = epoch;
            return this;
        }

        /**
         * Sets how long a tick lasts.
         *
         * @param tick a whole number of milliseconds from 1 ms to 1 s; 1 ms unless set
         * @return this
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder tick(Duration tick) {
            if (!tick.equals(tick.truncatedTo(ChronoUnit.MILLIS))
                    || tick.compareTo(Duration.ofMillis(1)) < 0
                    || tick.compareTo(Duration.ofSeconds(1)) > 0) {
                throw invalid("has a tick of [" + tick + "]; give a whole number of milliseconds from 1 ms to 1 s");
            }
            this.tick = tick;
            return this;
        }

        /**
         * Adds the time field, which must come first, or after a shard and a scatter field. The second call adds the lower
         * part of the time, below the fields that ids of one {@linkplain SnowflakeLayout#turn turn} sort by.
         *
         * @param bits the width
         * @return this
         */
        public Builder time(int bits) {
            return field(Kind.TIME, "time", bits);
        }

        /**
         * Adds a field that holds the worker number, or the next lower part of it.
         *
         * @param field the field's name
         * @param bits the width
         * @return this
         */
        public Builder worker(String field, int bits) {
            return field(Kind.WORKER, field, bits);
        }

        /**
         * Adds the lane field, which must stand between the two parts of the time.
         *
         * @param bits the width, 1 to 6: 2 to 64 lanes
         * @return this
         */
        public Builder lane(int bits) {
            return field(Kind.LANE, "lane", bits);
        }

        /**
         * Adds a field that each entity fills with a number of its own.
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
         * Adds the scatter field, which must stand above the time.
         *
         * @param bits the width, 3 to 6 for most clusters: 8 to 64 buckets
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
         * entity.businessLine:4, sequence:8}. A lone {@code worker:10} is a worker field named "worker". There may be one
         * {@code shard:6} and one {@code scatter:4}, and a second, lower part of the time, above which a lane can stand:
         * {@code time:25, worker:10, lane:4, time:16, sequence:8}.
         *
         * @param text the fields, separated by commas
         * @return this
         * @throws IllegalArgumentException if the text is not of that form
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

        private IllegalArgumentException invalid(String problem) {
            return new IllegalArgumentException("layout [" + name + "] " + problem);
        }

        private Builder field(Kind kind, String field, int bits) {
            fields.add(new LayoutField(kind, field, bits));
            return this;
        }
    }
}
