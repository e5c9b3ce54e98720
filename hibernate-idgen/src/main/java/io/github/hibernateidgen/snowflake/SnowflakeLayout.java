package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bits of a Snowflake id: an epoch, a tick, and the fields from high to low.
 *
 * <pre>
 * bit 63                                                                  bit 0
 *    |0...0|        time         |  worker fields  | entity fields |  sequence  |
 *     sign   ticks since epoch     the process       the entity      in the tick
 * </pre>
 *
 * <p>The time comes first, so that ids sort by time; the other fields may stand in any sequence. The sign bit, and
 * every bit above the fields, is 0, so an id is never negative. Time and sequence have 62 bits or fewer together. A
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
 * </table>
 *
 * <p>Source of {@code twitter}: Twitter's Snowflake, {@code IdWorker.scala}.
 *
 * <p>Immutable and thread-safe. Two layouts are equal when name, epoch, tick and fields are.
 */
public final class SnowflakeLayout {

    private static final Instant OUR_EPOCH = Instant.parse("2024-01-01T00:00:00Z");

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

    private final String name;
    private final Instant epoch;
    private final Duration tick;
    private final List<LayoutField> fields;

    // Derived once, because every id needs them.
    private final Ticks ticks;
    private final int[] shifts;
    private final int width;
    private final int timeShift;
    private final int sequenceShift;
    private final LayoutField time;
    private final LayoutField sequence;

    private SnowflakeLayout(Builder builder) {
        name = builder.name;
        epoch = builder.epoch;
        tick = builder.tick;
        fields = List.copyOf(builder.fields);
        time = only(Kind.TIME);
        sequence = only(Kind.SEQUENCE);
        requireUniqueNames();
        require(fields.get(0).equals(time), "has [" + fields.get(0).name() + "] above its time; put the time first");
        width = fields.stream().mapToInt(LayoutField::bits).sum();
        require(width <= 63, "is [" + width + "] bits wide with " + fields + "; make the fields 63 bits or fewer");
        require(
                time.bits() + sequence.bits() <= 62,
                "has a time and a sequence of [" + (time.bits() + sequence.bits())
                        + "] bits together; make them 62 bits or fewer");
        ticks = new Ticks(epoch.toEpochMilli(), tick.toMillis(), time.max(), sequence.bits());
        shifts = shifts(fields, width);
        timeShift = shifts[0];
        sequenceShift = shifts[fields.indexOf(sequence)];
        requireEnd();
    }

    /**
     * Starts a layout of one's own, with an epoch of 2024-01-01T00:00:00Z and a tick of 1 ms unless told otherwise.
     *
     * @param name the name that annotations, settings and messages use
     * @return a builder, to which the fields are added from high to low
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** {@return all ready-made layouts, the default first} */
    public static List<SnowflakeLayout> readyMade() {
        return List.of(STANDARD, TWITTER, SHORT, BUSINESS_LINE, JAVASCRIPT);
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
        return fields;
    }

    /** {@return the width of all fields together, 2 to 63 bits} */
    public int width() {
        return width;
    }

    /** {@return how many worker numbers the layout tells apart, from 0 up; 1 without a worker field} */
    public long workers() {
        return 1L << bits(Kind.WORKER);
    }

    /** {@return how many ids one worker can make in one tick, the capacity of the sequence} */
    public long idsPerTick() {
        return sequence.max() + 1;
    }

    /** {@return the instant at which the layout has run out, the exclusive end of its last tick} */
    public Instant end() {
        return Instant.ofEpochMilli(ticks.millis(ticks.maxTick()) + ticks.tickMillis());
    }

    /**
     * Describes the layout's fields, capacity and end of life in one line, for logs.
     *
     * @return for example {@code standard: time 41, worker 10, sequence 12; 1024 workers of 4096 ids a tick of 1 ms;
     *     from 2024-01-01T00:00:00Z until 2093-09-06T15:47:35.552Z}
     */
    public String describe() {
        StringBuilder text = new StringBuilder(name);
        String separator = ": ";
        for (LayoutField field : fields) {
            text.append(separator).append(field.name()).append(' ').append(field.bits());
            separator = ", ";
        }
        return text.append("; ")
                .append(workers())
                .append(" workers of ")
                .append(idsPerTick())
                .append(" ids a tick of ")
                .append(ticks.tickMillis())
                .append(" ms; from ")
                .append(epoch)
                .append(" until ")
                .append(end())
                .toString();
    }

    /**
     * Puts an id together.
     *
     * @param parts what the id holds
     * @return the id, 0 or more
     * @throws IllegalArgumentException if a part does not fit its field, or names a field that the layout lacks
     */
    public long compose(SnowflakeParts parts) {
        return compose(tickOf(parts.instant()), sequence.checked(name, parts.sequence()))
                | workerBits(parts.worker())
                | entityBits(parts.entityFields());
    }

    /**
     * Takes an id apart.
     *
     * @param id an id of this layout
     * @return its parts; {@link #compose} makes the same id of them
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public SnowflakeParts split(long id) {
        requireInLayout(id);
        long worker = 0;
        Map<String, Long> entityFields = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            LayoutField field = fields.get(i);
            long value = id >>> shifts[i] & field.max();
            if (field.kind() == Kind.WORKER) {
                worker = worker << field.bits() | value;
            } else if (field.kind() == Kind.ENTITY) {
                entityFields.put(field.name(), value);
            }
        }
        return new SnowflakeParts(instant(id), worker, id >>> sequenceShift & sequence.max(), entityFields);
    }

    /**
     * Returns when an id was made.
     *
     * @param id an id of this layout
     * @return the start of its tick
     * @throws IllegalArgumentException if the id is negative or wider than the layout
     */
    public Instant instant(long id) {
        requireInLayout(id);
        return Instant.ofEpochMilli(ticks.millis(id >>> shifts[0]));
    }

    /**
     * Returns the lowest id of the tick that an instant falls into.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive lower end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     */
    public long firstId(Instant instant) {
        return tickOf(instant) << shifts[0];
    }

    /**
     * Returns the highest id of the tick that an instant falls into.
     *
     * @param instant from the epoch to before {@link #end()}
     * @return the inclusive upper end for a query by time
     * @throws IllegalArgumentException if the instant is outside the layout's life
     */
    public long lastId(Instant instant) {
        return firstId(instant) | (1L << shifts[0]) - 1;
    }

    /**
     * Returns the ids of a span of time. Where an end falls inside a tick, the whole tick belongs to the range, since
     * the id does not say when inside its tick it was made.
     *
     * @param from the start, inclusive, not before the epoch
     * @param to the end, exclusive, not after {@link #end()}
     * @return the range of ids, both ends inclusive
     * @throws IllegalArgumentException if the span is empty or outside the layout's life
     */
    public IdRange range(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("span from [" + from + "] to [" + to + "] is empty; give a later end");
        }
        return new IdRange(firstId(from), lastId(to.minusNanos(1)));
    }

    /**
     * Tells whether this layout and another make the same ids for the same worker: their epochs and ticks are equal, and
     * time, worker and sequence have the same bits, whatever the layouts and their fields are called. Generators of two
     * such layouts must share their sequence.
     *
     * @param other the other layout
     * @return whether the ids are the same
     * @see SnowflakeGenerator#withLayout
     */
    public boolean makesIdsOf(SnowflakeLayout other) {
        return scope().equals(other.scope());
    }

    // What a generator needs.

    Ticks ticks() {
        return ticks;
    }

    int timeShift() {
        return timeShift;
    }

    int sequenceShift() {
        return sequenceShift;
    }

    /** An id without worker and entity bits; both arguments are known to fit. */
    long compose(long tick, long sequence) {
        return tick << timeShift | sequence << sequenceShift;
    }

    /** A worker number spread over the worker fields, the low bits in the last of them. */
    long workerBits(long worker) {
        if (worker < 0 || worker >= workers()) {
            throw new IllegalArgumentException("worker number [" + worker + "] does not fit layout [" + name
                    + "], whose worker fields have " + bits(Kind.WORKER) + " bits; give a number from 0 to "
                    + (workers() - 1));
        }
        long rest = worker;
        long placed = 0;
        for (int i = fields.size() - 1; i >= 0; i--) {
            LayoutField field = fields.get(i);
            if (field.kind() == Kind.WORKER) {
                placed |= (rest & field.max()) << shifts[i];
                rest >>>= field.bits();
            }
        }
        return placed;
    }

    /** The values of entity fields at their places. */
    long entityBits(Map<String, Long> values) {
        long placed = 0;
        Map<String, Long> rest = new HashMap<>(values);
        for (int i = 0; i < fields.size(); i++) {
            LayoutField field = fields.get(i);
            Long value = field.kind() == Kind.ENTITY ? rest.remove(field.name()) : null;
            if (value != null) {
                placed |= field.checked(name, value) << shifts[i];
            }
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "layout [" + name + "] has no entity field " + rest.keySet() + "; it has "
                            + fields.stream()
                                    .filter(field -> field.kind() == Kind.ENTITY)
                                    .map(LayoutField::name)
                                    .toList());
        }
        return placed;
    }

    private long tickOf(Instant instant) {
        if (instant.isBefore(epoch) || !instant.isBefore(end())) {
            throw new IllegalArgumentException("instant [" + instant + "] is outside layout [" + name
                    + "]; give one from " + epoch + " to before " + end());
        }
        return ticks.tick(instant.toEpochMilli());
    }

    private void requireInLayout(long id) {
        if (id < 0 || id >>> width != 0) {
            throw new IllegalArgumentException("id [" + id + "] is not of layout [" + name + "], which is " + width
                    + " bits wide; split it with the layout that made it");
        }
    }

    /** What another layout must not have in common with this one, where the two are to make different ids. */
    LayoutScope scope() {
        return new LayoutScope(this, mask(Kind.TIME), mask(Kind.WORKER), mask(Kind.SEQUENCE));
    }

    private long mask(Kind kind) {
        long mask = 0;
        for (int i = 0; i < fields.size(); i++) {
            mask |= fields.get(i).kind() == kind ? fields.get(i).max() << shifts[i] : 0;
        }
        return mask;
    }

    private int bits(Kind kind) {
        return fields.stream()
                .filter(field -> field.kind() == kind)
                .mapToInt(LayoutField::bits)
                .sum();
    }

    private LayoutField only(Kind kind) {
        List<LayoutField> found =
                fields.stream().filter(field -> field.kind() == kind).toList();
        require(found.size() == 1, "has [" + found.size() + "] " + kind + " fields; give it exactly one");
        return found.get(0);
    }

    private void requireUniqueNames() {
        Set<String> names = new HashSet<>();
        for (LayoutField field : fields) {
            require(names.add(field.name()), "has two fields [" + field.name() + "]; rename one");
        }
    }

    private void requireEnd() {
        try {
            // One tick more than the last must still be a number, for the end.
            Math.addExact(ticks.epochMillis(), Math.multiplyExact(time.max() + 1, ticks.tickMillis()));
        } catch (ArithmeticException e) {
            throw invalid("has a time field of [" + time.bits() + "] bits with a tick of " + ticks.tickMillis()
                    + " ms, which ends past what 64 bits of milliseconds can hold; narrow the time field");
        }
    }

    private static int[] shifts(List<LayoutField> fields, int width) {
        int[] shifts = new int[fields.size()];
        int below = width;
        for (int i = 0; i < shifts.length; i++) {
            below -= fields.get(i).bits();
            shifts[i] = below;
        }
        return shifts;
    }

    private void require(boolean rule, String problem) {
        if (!rule) {
            throw invalid(problem);
        }
    }

    private IllegalArgumentException invalid(String problem) {
        return new IllegalArgumentException("layout [" + name + "] " + problem);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SnowflakeLayout that
                && name.equals(that.name)
                && epoch.equals(that.epoch)
                && tick.equals(that.tick)
                && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + fields.hashCode();
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
         * Adds the time field, which must come first.
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
         * entity.businessLine:4, sequence:8}. A lone {@code worker:10} is a worker field named "worker".
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
