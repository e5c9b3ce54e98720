package io.github.hibernateidgen.config;

/**
 * The settings of this library, given to Hibernate like its own. A setting takes its value as text or, where a type is
 * named, as an object of that type. A setting that starts with {@code hibernate.idgen.} and is not listed here is
 * refused.
 *
 * <p>Durations are written with their unit, {@code 250ms}, {@code 5s}, {@code 1m}, {@code 1h}, or in ISO-8601,
 * {@code PT5S}; an object is a {@link java.time.Duration}.
 */
public final class IdgenSettings {

    /** The start of every setting's name. */
    public static final String PREFIX = "hibernate.idgen.";

    /**
     * Where the worker number comes from:
     *
     * <ul>
     *   <li>{@code jdbc} reserves one in a table of the application's database, so that no two processes make the same id.
     *       This is the default, unless {@link #WORKER_ID} is set;
     *   <li>{@code fixed} takes {@link #WORKER_ID}. This is the default if that is set;
     *   <li>{@code hostname} takes the ordinal at the end of a StatefulSet's host name, {@code orders-3}.
     * </ul>
     *
     * <p>Or an object: a {@link io.github.hibernateidgen.worker.reservation.ReservationStore}, in which each session factory
     * reserves a number, or a {@link io.github.hibernateidgen.worker.WorkerSource}, which serves one session factory. Whoever made
     * the object closes it, after the session factory.
     *
     * <p>Or a class, or its name: one that is such an object, or a {@link java.util.function.Supplier} of one. The class is public
     * and has a public constructor without arguments. Each session factory makes its own, and closes it after the number is
     * released, if it is {@link AutoCloseable}.
     */
    public static final String WORKER_SOURCE = "hibernate.idgen.worker.source";

    /**
     * The worker number with {@code worker.source=fixed}, from 0 to what every layout in use holds. Each session
     * factory that writes the same tables needs its own, in one process too. No default.
     */
    public static final String WORKER_ID = "hibernate.idgen.worker.id";

    /**
     * When a number is reserved: {@code start} does it when the session factory is made, after the schema tools have run,
     * and stops start-up if it fails; {@code first-id} waits for the first Snowflake id. Default: {@code start}, and
     * {@code first-id} if Hibernate is told to start without its database, by
     * {@code hibernate.boot.allow_jdbc_metadata_access} or {@code hibernate.temp.use_jdbc_metadata_defaults} as false.
     */
    public static final String WORKER_CLAIM = "hibernate.idgen.worker.claim";

    /**
     * The namespace in which reserved numbers are unique. Processes that write the same tables must use the same one. It
     * has 1 to 100 of the characters {@code A-Z a-z 0-9 . _ -}, the first a letter or digit. Default: {@code default}.
     */
    public static final String WORKER_NAMESPACE = "hibernate.idgen.worker.namespace";

    /**
     * The share of the worker numbers that this process may have, such as {@code 0-511}: both ends belong to it. Regions that
     * write the same tables, each with a store of its own, need shares without a common number. A fixed number and a host name's
     * number must belong to the share, and each layout in use must have all numbers of the share. Default: all numbers of the
     * layout.
     */
    public static final String WORKER_RANGE = "hibernate.idgen.worker.range";

    /**
     * How far ahead a number is reserved, a duration from 1 s to 24 h. Ids continue for at least two thirds of it, less
     * {@code settle}, while the store is down. After a process was killed, its number stays unused for at most this window, plus
     * {@code max-ahead} and a tick. Default: {@code 60s}.
     */
    public static final String WORKER_WINDOW = "hibernate.idgen.worker.window";

    /**
     * How long a caller waits for the store of reservations, a duration from 1 ms to 10 min: for the claim, after a pause
     * of the process that was longer than the window, and for the release at the end, there 2 s at most. Default:
     * {@code 10s}.
     */
    public static final String WORKER_TIMEOUT = "hibernate.idgen.worker.timeout";

    /**
     * How far this process's clock may differ from that of the store, if it has one, when a number is reserved: a duration
     * from 1 s to 8760 h. If they differ more, nothing is reserved, since a clock that is far ahead would keep the number
     * from others for that long. Default: {@code 1h}.
     */
    public static final String WORKER_MAX_SKEW = "hibernate.idgen.worker.max-skew";

    /**
     * How much the store of reservations may lose of what it has confirmed, measured back from a failover or a crash: a
     * duration from 0 to a third of the window. A number is used once the store has shown, so long after it confirmed it, that
     * it still has it; a start waits so much longer. Default: {@code 0s}, for a store that loses nothing.
     */
    public static final String WORKER_SETTLE = "hibernate.idgen.worker.settle";

    /**
     * The table of {@code worker.source=jdbc}: {@code catalog.schema.table}, {@code schema.table} or {@code table}, each name a
     * letter or {@code _}, then up to 127 of the characters {@code A-Z a-z 0-9 _ $ # -}. On a database that has catalogs but no
     * schemas, such as MySQL, it is {@code catalog.table}. What is left out is {@code hibernate.default_schema} and
     * {@code hibernate.default_catalog}, or else the connection's. Default: {@code idgen_worker}.
     */
    public static final String WORKER_JDBC_TABLE = "hibernate.idgen.worker.jdbc.table";

    /**
     * Who makes that table. It is made only where an attribute has Snowflake ids.
     *
     * <ul>
     *   <li>{@code schema-tools}: Hibernate's schema tools create, update, validate and drop it like those of the entities. This
     *       is the default;
     *   <li>{@code create}: this library creates it where it is missing when a number is first reserved, and never drops it. The
     *       schema tools leave it alone;
     *   <li>{@code none}: you, or a migration tool.
     * </ul>
     */
    public static final String WORKER_JDBC_SCHEMA_MANAGEMENT = "hibernate.idgen.worker.jdbc.schema-management";

    /**
     * The name of the layout of attributes that name none. Default: {@code standard}. See
     * {@link io.github.hibernateidgen.snowflake.SnowflakeLayout} for the ready-made ones.
     */
    public static final String SNOWFLAKE_LAYOUT = "hibernate.idgen.snowflake.layout";

    /**
     * The start of the settings that declare layouts. The layout {@code orders} is declared by
     * {@code hibernate.idgen.snowflake.layouts.orders.fields}, for example {@code time:41, worker:10, sequence:12}, and
     * optionally {@code .epoch}, an ISO-8601 instant (default 2024-01-01T00:00:00Z), and {@code .tick}, a duration from 1
     * ms to 1 s (default 1 ms); or, without a suffix, by an object, a
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
     * A fresh tick starts its sequence at a random number below this, from 1 to what the layout's sequence holds. Default:
     * that of the layout, 64, or a sixteenth of its sequence if that is less. With 1, which starts at 0, slow traffic
     * gives ids that are all multiples of a power of two, and so crowd one shard under {@code id % shards}.
     */
    public static final String SNOWFLAKE_SEQUENCE_SPREAD = "hibernate.idgen.snowflake.sequence-spread";

    /**
     * Where segments come from, for attributes with {@code @SegmentId} that name no source. {@code database}, the default, is a
     * sequence of the database, or a table.
     *
     * <p>Or an object: a {@link io.github.hibernateidgen.segment.SegmentStore}, which its maker closes after the session factory. Or a
     * class, or its name, as for {@link #WORKER_SOURCE}.
     */
    public static final String SEGMENT_SOURCE = "hibernate.idgen.segment.source";

    /**
     * Which of the numbers of its segments this application issues, where several writers write the same tables: this one and
     * every {@link #SEGMENT_STEP}th one after it, from 1 to the step. It means what MySQL's {@code auto_increment_offset} means,
     * and holds for all attributes with {@code @SegmentId} that name no offset. Each writer needs another one. Default: 1.
     */
    public static final String SEGMENT_OFFSET = "hibernate.idgen.segment.offset";

    /**
     * How many writers write the same tables, from 1 to 1,000, as MySQL's {@code auto_increment_increment}; it goes with
     * {@link #SEGMENT_OFFSET}. All writers need the same. Default: 1.
     */
    public static final String SEGMENT_STEP = "hibernate.idgen.segment.step";

    /**
     * How many segments an attribute may have buffered, from 1 to 1,000. An attribute buffers as many as last for a
     * second, and at least one. Buffered numbers are lost when the process ends. Default: 32.
     */
    public static final String SEGMENT_MAX_PREFETCH = "hibernate.idgen.segment.max-prefetch";

    /**
     * How many segments are fetched at a time, from 1 to 64, for all attributes together: as many connections. Default: 6.
     */
    public static final String SEGMENT_MAX_CONCURRENT_FETCHES = "hibernate.idgen.segment.max-concurrent-fetches";

    /**
     * How long one {@code persist()} waits for a segment where none is buffered, a duration from 1 ms to 10 min. Default:
     * {@code 10s}.
     */
    public static final String SEGMENT_TIMEOUT = "hibernate.idgen.segment.timeout";

    /**
     * The keys that {@code sealed = true} writes ids with as text: {@code name:base64, name:base64}. The first one writes, all of
     * them read. A name has 1 to 4 lower-case letters and digits, a key 128 or 256 bits. An object is a
     * {@link io.github.hibernateidgen.seal.SealKeys}. No default. No message shows its value.
     */
    public static final String SEAL_KEYS = "hibernate.idgen.seal.keys";

    /**
     * Whether text that is not sealed is read where sealed text is expected, {@code true} or {@code false}: for the time of a
     * move, with a warning at each start. Default: {@code false}.
     */
    public static final String SEAL_ACCEPT_PLAIN = "hibernate.idgen.seal.accept-plain";

    /**
     * What is done where a column of the database is not what the values made for it need, whatever the mapping calls it: too
     * narrow or too short, of another kind, or of a type that compares GUIDs in another order. {@code warn} says so in the log
     * at start-up, and stops it only for a column that can hold none of the values; {@code fail} stops it for each,
     * {@code off} does not look. Columns that refer to such ids are looked at too. It costs one
     * request of JDBC metadata for each of their tables; where these can't be read, nothing is said. Default: {@code warn}.
     */
    public static final String COLUMN_CHECK = "hibernate.idgen.column-check";

    /**
     * The clock of all generators, an object only: a {@link java.time.InstantSource}, such as a
     * {@link java.time.Clock}. Default: the system clock.
     */
    public static final String CLOCK = "hibernate.idgen.clock";

    private IdgenSettings() {}
}
