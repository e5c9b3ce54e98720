package io.github.hibernateidgen;

/**
 * The settings of this library, given to Hibernate like its own. A setting takes its value as text or, where a type is
 * named, as an object of that type. A setting that starts with {@code hibernate.idgen.} and is not listed here is
 * refused.
 *
 * <p>Durations are written with their unit, {@code 250ms}, {@code 5s}, {@code 1m}, {@code 1h}, or in ISO-8601,
 * {@code PT5S}; an object is a {@link java.time.Duration}.
 */
public final class IdgenSettings {

    /** What all settings start with. */
    public static final String PREFIX = "hibernate.idgen.";

    /**
     * Where the worker number comes from: {@code fixed} takes {@link #WORKER_ID}; {@code hostname} takes the ordinal at
     * the end of a StatefulSet's host name, {@code orders-3}. An object is a
     * {@link io.github.hibernateidgen.worker.WorkerSource}. Default: {@code fixed}.
     */
    public static final String WORKER_SOURCE = "hibernate.idgen.worker.source";

    /**
     * The worker number with {@code worker.source=fixed}, from 0 to what every layout in use holds. Each session
     * factory that writes the same tables needs its own, in one process too. Default: 0, with a warning, since a second
     * process would have it too.
     */
    public static final String WORKER_ID = "hibernate.idgen.worker.id";

    /**
     * The name of the layout of attributes that name none. Default: {@code standard}. See
     * {@link io.github.hibernateidgen.snowflake.SnowflakeLayout} for the ready-made ones.
     */
    public static final String SNOWFLAKE_LAYOUT = "hibernate.idgen.snowflake.layout";

    /**
     * What the declarations of layouts start with. The layout {@code orders} is declared by
     * {@code hibernate.idgen.snowflake.layouts.orders.fields}, for example {@code time:41, worker:10, sequence:12}, and
     * optionally {@code .epoch}, an ISO-8601 instant (default 2024-01-01T00:00:00Z), and {@code .tick}, a duration from
     * 1 ms to 1 s (default 1 ms); or, without a suffix, by an object, a
     * {@link io.github.hibernateidgen.snowflake.SnowflakeLayout} of that name.
     */
    public static final String SNOWFLAKE_LAYOUTS = "hibernate.idgen.snowflake.layouts.";

    /**
     * How far the tick of an id may lie ahead of the clock, a duration from 0 to 1 hour. With 0 a full tick, or a clock
     * that stepped back, makes callers wait. Default: {@code 0ms}.
     */
    public static final String SNOWFLAKE_MAX_AHEAD = "hibernate.idgen.snowflake.max-ahead";

    /**
     * How long one {@code persist()} may wait for the clock before it is refused, a duration from one tick to 1 hour.
     * Default: {@code 5s}.
     */
    public static final String SNOWFLAKE_MAX_WAIT = "hibernate.idgen.snowflake.max-wait";

    /**
     * A fresh tick starts its sequence at a random number below this, from 1 to what the layout's sequence holds.
     * Default: 1, which starts at 0. Slow traffic with 1 gives ids that are all multiples of a power of two, and so
     * crowd one shard under {@code id % shards}.
     */
    public static final String SNOWFLAKE_SEQUENCE_SPREAD = "hibernate.idgen.snowflake.sequence-spread";

    /**
     * The clock of all generators, an object only: a {@link java.time.InstantSource}, such as a
     * {@link java.time.Clock}. Default: the system clock.
     */
    public static final String CLOCK = "hibernate.idgen.clock";

    private IdgenSettings() {}
}
