package io.github.hibernateidgen.config;

/**
 * The settings of this library, which are given to Hibernate like Hibernate's own settings. A setting takes its value as
 * text or, where its description names a type, as an object of that type. Startup fails on a setting that starts with
 * {@code hibernate.idgen.} and is not listed here.
 *
 * <p>A duration is text with a unit, such as {@code 250ms}, {@code 5s}, {@code 1m} or {@code 1h}; text in ISO-8601, such as
 * {@code PT5S}; or a {@link java.time.Duration}.
 */
public final class IdgenSettings {

    /** The start of every setting's name. */
    public static final String PREFIX = "hibernate.idgen.";

    /**
     * Where the worker number comes from:
     *
     * <ul>
     *   <li>{@code jdbc} reserves a number in a table of the application's database, so no two processes make the same id.
     *       This is the default, unless {@link #WORKER_ID} is set;
     *   <li>{@code fixed} takes {@link #WORKER_ID}. This is the default if {@link #WORKER_ID} is set.
     * </ul>
     *
     * <p>The value can also be an object: a {@link io.github.hibernateidgen.worker.reservation.ReservationStore}, in which
     * each session factory reserves a number, or a {@link io.github.hibernateidgen.worker.WorkerSource}, which serves one
     * session factory. The maker of the object closes it, after the session factory.
     *
     * <p>The value can also be a class, or the name of a class, that implements such a type or is a
     * {@link java.util.function.Supplier} of such an object. The class is public and has a public constructor without
     * arguments. Each session factory makes its own object, and closes the object after the number is released, if the
     * object is {@link AutoCloseable}.
     */
    public static final String WORKER_SOURCE = "hibernate.idgen.worker.source";

    /**
     * The worker number with {@code worker.source=fixed}, from 0 to the highest worker number that every layout in use can
     * contain. Each session factory that writes the same tables needs its own number, even within one process. No default.
     */
    public static final String WORKER_ID = "hibernate.idgen.worker.id";

    /**
     * When a number is reserved. {@code start} reserves the number when the session factory is made, after the schema tools
     * have run; startup fails if the reservation fails. {@code first-id} waits for the first Snowflake id. The default is
     * {@code start}. It is {@code first-id} if Hibernate starts without its database, because
     * {@code hibernate.boot.allow_jdbc_metadata_access} or {@code hibernate.temp.use_jdbc_metadata_defaults} is false.
     */
    public static final String WORKER_CLAIM = "hibernate.idgen.worker.claim";

    /**
     * The namespace in which reserved numbers are unique. Processes that write the same tables must use the same namespace.
     * A namespace has 1 to 100 of the characters {@code A-Z a-z 0-9 . _ -}, the first a letter or digit. Default:
     * {@code default}.
     */
    public static final String WORKER_NAMESPACE = "hibernate.idgen.worker.namespace";

    /**
     * The range of worker numbers that this process may have, such as {@code 0-511}, with both ends. Regions that write the
     * same tables, each with a store of its own, need ranges without a common number. A fixed number must belong to the
     * range, and each layout in use must have all numbers of the range. Default: all numbers of the layout.
     */
    public static final String WORKER_RANGE = "hibernate.idgen.worker.range";

    /**
     * How far ahead a number is reserved, a duration from 1 s to 24 h. While the store is down, ids continue for at least
     * two thirds of this window, less {@code settle}. After a process is killed, its number stays unused for at most this
     * window, plus {@code max-ahead} and a tick. Default: {@code 60s}.
     */
    public static final String WORKER_WINDOW = "hibernate.idgen.worker.window";

    /**
     * How long a caller waits for the store of reservations, a duration from 1 ms to 10 min. A caller waits when the
     * first id claims a number, for the renewal after the process has paused for longer than the window, and for the
     * release at shutdown. The wait for the release is at most 2 s. The other waits are longer by {@code settle}. At
     * startup, the claim is retried while the store does not answer or all numbers are taken: for a window and a third,
     * plus {@code max-ahead} and a tick, but at least for this timeout and at most for 10 min; {@code settle} is added in
     * each case. Default: {@code 10s}.
     */
    public static final String WORKER_TIMEOUT = "hibernate.idgen.worker.timeout";

    /**
     * The greatest age of a confirmed write that the store of reservations may lose in a failover or a crash: a
     * duration from 0 to a third of the window. The library waits for this duration after the store has confirmed a
     * reservation, reads the reservation again, and uses the number only if the store still has the reservation.
     * Startup takes longer by this duration. Default: {@code 0s}, for a store that loses no confirmed write.
     */
    public static final String WORKER_SETTLE = "hibernate.idgen.worker.settle";

    /**
     * The table of {@code worker.source=jdbc}: {@code catalog.schema.table}, {@code schema.table} or {@code table}. Each name
     * begins with a letter or {@code _}, and has up to 127 more of the characters {@code A-Z a-z 0-9 _ $ # -}. On a database
     * that has catalogs but no schemas, such as MySQL, the form is {@code catalog.table}. A schema or catalog that is left out
     * is {@code hibernate.default_schema} or {@code hibernate.default_catalog}. Without such a setting, it is the schema or
     * catalog of the connection. Default: {@code idgen_worker}.
     */
    public static final String WORKER_JDBC_TABLE = "hibernate.idgen.worker.jdbc.table";

    /**
     * Who creates the table of {@link #WORKER_JDBC_TABLE}. The table is created only if an attribute has Snowflake ids.
     *
     * <ul>
     *   <li>{@code schema-tools}: Hibernate's schema tools create, update, validate and drop the table like the tables of
     *       the entities. This is the default;
     *   <li>{@code create}: this library creates the table if it is missing when a number is first reserved, and never drops
     *       the table. The schema tools leave the table alone;
     *   <li>{@code none}: you create the table, or a migration tool does.
     * </ul>
     */
    public static final String WORKER_JDBC_SCHEMA_MANAGEMENT = "hibernate.idgen.worker.jdbc.schema-management";

    /**
     * The name of the layout for attributes that name no layout. Default: {@code standard}. See
     * {@link io.github.hibernateidgen.snowflake.SnowflakeLayout} for the ready-made layouts.
     */
    public static final String SNOWFLAKE_LAYOUT = "hibernate.idgen.snowflake.layout";

    /**
     * The start of the settings that declare layouts. The layout {@code orders} is declared by
     * {@code hibernate.idgen.snowflake.layouts.orders.fields}, for example {@code time:41, worker:10, sequence:12}. Two
     * settings of the layout are optional: {@code .epoch}, an ISO-8601 instant (default 2024-01-01T00:00:00Z), and
     * {@code .tick}, a duration from 1 ms to 1 s (default 1 ms). Alternatively, the setting without a suffix declares the
     * layout by an object, a {@link io.github.hibernateidgen.snowflake.SnowflakeLayout} of that name.
     */
    public static final String SNOWFLAKE_LAYOUTS = "hibernate.idgen.snowflake.layouts.";

    /**
     * How far the tick of an id may lie ahead of the clock, a duration from 0 to 1 hour. With 0, callers wait when a tick is
     * full or when the clock has stepped back. Default: {@code 0ms}.
     */
    public static final String SNOWFLAKE_MAX_AHEAD = "hibernate.idgen.snowflake.max-ahead";

    /**
     * How long one {@code persist()} may wait for the clock, a duration from one tick to 1 hour. If the wait would be
     * longer, {@code persist()} throws at once. Default: {@code 5s}.
     */
    public static final String SNOWFLAKE_MAX_WAIT = "hibernate.idgen.snowflake.max-wait";

    /**
     * Where segments come from, for attributes with {@code @SegmentId} that name no source. {@code database}, the default,
     * is a sequence of the database, or a table.
     *
     * <p>The value can also be an object: a {@link io.github.hibernateidgen.segment.SegmentStore}, which its maker closes
     * after the session factory. It can also be a class, or the name of a class, as for {@link #WORKER_SOURCE}.
     */
    public static final String SEGMENT_SOURCE = "hibernate.idgen.segment.source";

    /**
     * The first number that this application issues, if several writers write the same tables: from 1 to the step. The
     * application issues this number and every {@link #SEGMENT_STEP}th number after it from its segments. The setting has
     * the meaning of MySQL's {@code auto_increment_offset}, and applies to all attributes with {@code @SegmentId} that name
     * no offset. Each writer needs a different offset. Default: 1.
     */
    public static final String SEGMENT_OFFSET = "hibernate.idgen.segment.offset";

    /**
     * How many writers write the same tables, from 1 to 1,000, like MySQL's {@code auto_increment_increment}. Use this
     * setting together with {@link #SEGMENT_OFFSET}. All writers need the same step. Default: 1.
     */
    public static final String SEGMENT_STEP = "hibernate.idgen.segment.step";

    /**
     * How many segments an attribute may have buffered, from 1 to 1,000. An attribute buffers as many segments as last for a
     * second, and at least one segment. Buffered numbers are lost when the process ends. Default: 32.
     */
    public static final String SEGMENT_MAX_PREFETCH = "hibernate.idgen.segment.max-prefetch";

    /**
     * How long one {@code persist()} waits for a segment when no number is buffered, a duration from 1 ms to 10 min.
     * Default: {@code 10s}.
     */
    public static final String SEGMENT_TIMEOUT = "hibernate.idgen.segment.timeout";

    /**
     * The keys for the sealed text of ids with {@code sealed = true}: {@code name:base64, name:base64}. The first key
     * writes, and all keys read. A name has 1 to 4 lower-case letters and digits, a key 128 or 256 bits. An object is a
     * {@link io.github.hibernateidgen.seal.SealKeys}. No default. No message shows the value of this setting.
     */
    public static final String SEAL_KEYS = "hibernate.idgen.seal.keys";

    /**
     * Whether unsealed text is read where sealed text is expected, {@code true} or {@code false}. Use {@code true} only
     * during a move to sealed text; each start logs a warning. Default: {@code false}.
     */
    public static final String SEAL_ACCEPT_PLAIN = "hibernate.idgen.seal.accept-plain";

    /**
     * The connections on which this library reserves worker numbers and reads segments. Whatever the value is, table names,
     * schema tools and the checks of the entities' columns and ids stay with the session factory's connections.
     *
     * <ul>
     *   <li>{@code own} keeps two connections beside the pool, made as HikariCP, Agroal or Hibernate's built-in pool makes its
     *       own, so ids continue while the application uses all connections of the pool. With other pools, tenants and
     *       embedded databases it does as {@code pool} does. This is the default;
     *   <li>{@code pool} borrows each connection from the session factory's pool.
     * </ul>
     *
     * <p>The value can also be an object: a {@link javax.sql.DataSource} that leads to the same database, or the JNDI name of a
     * data source, which begins with {@code java:}. The library borrows each connection from it, and commits on it. The maker of
     * the object closes it, after the session factory.
     */
    public static final String JDBC_CONNECTION = "hibernate.idgen.jdbc.connection";

    /**
     * The reaction to a column of the database that does not fit the values made for it, whatever type the mapping
     * gives the column. Such a column is too narrow or too short, of another kind, or of a type that compares GUIDs in
     * another order. {@code warn} logs a warning at startup; startup fails only if a column can contain none of the
     * values. {@code fail} makes startup fail for each such column. {@code off} checks no column. Columns that refer to
     * such ids are checked as well. The check usually costs one request of JDBC metadata for each table. If a request
     * fails, the remaining columns are not checked, and the failure is logged at debug level. Columns that were found
     * not to fit before the failure are still reported. Default: {@code warn}.
     */
    public static final String COLUMN_CHECK = "hibernate.idgen.column-check";

    /**
     * The clock of all generators. The value must be an object: a {@link java.time.InstantSource}, such as a
     * {@link java.time.Clock}. Default: the system clock.
     */
    public static final String CLOCK = "hibernate.idgen.clock";

    private IdgenSettings() {}
}
