package io.github.hibernateidgen.spring.boot;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of hibernate-idgen in a Spring Boot application: those of {@code hibernate.idgen.*} without
 * {@code hibernate.}, and a few of Spring Boot's own. What is unset is null here and gets its default, and its check,
 * from the library. Where a Hibernate setting takes an object, the property takes the name of a bean. A property of
 * another name stops start-up, unless it comes from the environment or the JVM's system properties.
 *
 * <p>Immutable and thread-safe.
 *
 * @param worker where worker numbers come from
 * @param snowflake Snowflake ids
 * @param segment numbers of segments
 * @param seal sealed text
 * @param columnCheck What is done at start-up where a column of the database is not what the values made for it need.
 *     A frequent setting.
 * @param clock Name of the InstantSource or Clock bean that all generators read. Without it they read the system clock,
 *     whatever clock beans there are. An advanced setting.
 * @param jackson ids in JSON
 * @param metrics meters
 */
@ConfigurationProperties(prefix = "idgen", ignoreUnknownFields = false)
public record IdgenProperties(
        @DefaultValue Worker worker,
        @DefaultValue Snowflake snowflake,
        @DefaultValue Segment segment,
        @DefaultValue Seal seal,
        @Nullable ColumnCheck columnCheck,
        @Nullable String clock,
        @DefaultValue Jackson jackson,
        @DefaultValue Metrics metrics) {

    /** What is done about a column that does not fit. */
    public enum ColumnCheck {
        /** Says so in the log. */
        WARN,
        /** Stops start-up. */
        FAIL,
        /** Looks at no column. */
        OFF
    }

    /**
     * Worker numbers.
     *
     * @param source Where the worker number comes from: jdbc, fixed, hostname, redis, or the name of a class. A WorkerSource or
     *     ReservationStore bean takes its place. An essential setting.
     * @param id Worker number of this process, with source fixed: 0 to what the layouts in use hold. An essential setting.
     * @param namespace What reserved numbers are unique in: the processes that write the same tables share it. 1 to 100
     *     of the characters A-Z a-z 0-9 . _ -. A frequent setting.
     * @param window How far ahead ticks are reserved, 1s to 24h. A killed process leaves its number unused for at most
     *     so long. An advanced setting.
     * @param timeout How long a caller waits for the store of reservations, 1ms to 10m. An advanced setting.
     * @param maxSkew How far this process's clock may be from the store's when a number is reserved, 1s to 8760h.
     *     An advanced setting.
     * @param settle How much the store may lose of what it has confirmed, 0s to a third of the window. A start waits so
     *     long before it uses its number. A frequent setting.
     * @param claim When a number is reserved: as the application starts, or for the first id. A frequent setting.
     * @param jdbc Reservations in a table
     */
    public record Worker(
            @Nullable String source,
            @Nullable Long id,
            @Nullable String namespace,
            @Nullable Duration window,
            @Nullable Duration timeout,
            @Nullable Duration maxSkew,
            @Nullable Duration settle,
            @Nullable Claim claim,
            @DefaultValue Jdbc jdbc) {

        /** Who makes the table of reservations. */
        public enum SchemaManagement {
            /** Hibernate's schema tools. */
            SCHEMA_TOOLS,
            /** This library. */
            CREATE,
            /** A migration tool. */
            NONE
        }

        /** When a worker number is reserved. */
        public enum Claim {
            /** As the application starts. */
            START,
            /** For the first id. */
            FIRST_ID
        }

        /**
         * Reservations in a table.
         *
         * @param table Table of the reservations: catalog.schema.table, schema.table or table; on MySQL and MariaDB
         *     catalog.table. What is left out is Hibernate's default, or that of the connection. A frequent setting.
         * @param schemaManagement Who makes the table. By default this library in embedded databases, and Hibernate's schema
         *     tools (spring.jpa.hibernate.ddl-auto) in others. An essential setting.
         */
        public record Jdbc(@Nullable String table, @Nullable SchemaManagement schemaManagement) {}
    }

    /**
     * Snowflake ids.
     *
     * @param layout Name of the layout of attributes that name none. An essential setting.
     * @param layouts Layouts by name. A SnowflakeLayout bean is one more.
     * @param maxAhead How far the tick of an id may lie ahead of the clock, 0ms to 1h. An advanced setting.
     * @param maxWait How long one persist() may wait for the clock before it is refused, one tick to 1h.
     *     An advanced setting.
     * @param sequenceSpread A fresh tick starts its sequence at a random number below this, 1 to the ids a tick holds. By
     *     default 64, or a sixteenth of those ids where that is less. An advanced setting.
     */
    public record Snowflake(
            @Nullable String layout,
            @DefaultValue Map<String, Layout> layouts,
            @Nullable Duration maxAhead,
            @Nullable Duration maxWait,
            @Nullable Long sequenceSpread) {

        /**
         * A layout.
         *
         * @param fields Names and widths in bits, from high to low, such as time:41, worker:10, sequence:12.
         *     A frequent setting.
         * @param epoch Instant from which the time field counts, a whole millisecond in the past. A frequent setting.
         * @param tick Length of a tick, 1ms to 1s. A frequent setting.
         */
        public record Layout(
                @Nullable String fields,
                @Nullable Instant epoch,
                @Nullable Duration tick) {}
    }

    /**
     * Numbers of segments.
     *
     * @param source Where segments come from, for attributes that do not say: database, redis, or the name of a class. A
     *     SegmentStore bean takes its place. An essential setting.
     * @param offset Which numbers this application issues, where several writers write the same tables: this one and every
     *     idgen.segment.step-th one after it. 1 to the step. A frequent setting.
     * @param step How many writers write the same tables, 1 to 1000; it goes with idgen.segment.offset. A frequent setting.
     * @param maxPrefetch How many segments an attribute may have buffered, 1 to 1000. An advanced setting.
     * @param maxConcurrentFetches How many segments are fetched at a time, and so how many connections are used, 1 to 64.
     *     An advanced setting.
     * @param timeout How long one persist() waits for a segment where none is buffered, 1ms to 10m. An advanced setting.
     */
    public record Segment(
            @Nullable String source,
            @Nullable Integer offset,
            @Nullable Integer step,
            @Nullable Integer maxPrefetch,
            @Nullable Integer maxConcurrentFetches,
            @Nullable Duration timeout) {}

    /**
     * Sealed text of ids.
     *
     * @param keys Keys that ids are sealed with as text, name:base64, name:base64. The first one writes, all of them read. A
     *     name has 1 to 4 lower-case letters and digits, a key 128 or 256 bits. A SealKeys bean takes its place.
     *     An essential setting.
     * @param acceptPlain Whether text that is not sealed is read where sealed text is expected, for the time of a move.
     *     A frequent setting.
     */
    public record Seal(@Nullable String keys, @Nullable Boolean acceptPlain) {

        /** {@return all but the keys} */
        @Override
        public String toString() {
            return "Seal[keys=" + (keys == null ? "none" : "hidden") + ", acceptPlain=" + acceptPlain + "]";
        }
    }

    /**
     * Ids in JSON.
     *
     * @param snowflakeAsString Whether numbers annotated with @SnowflakeId are written as text, which JavaScript reads
     *     exactly. Text and numbers are both read. A frequent setting.
     */
    public record Jackson(@DefaultValue("false") boolean snowflakeAsString) {}

    /**
     * Meters.
     *
     * @param byAttribute Whether idgen.ids counts each attribute of its own, with the tag attribute. There is then one time
     *     series for each generated attribute and instance. A frequent setting.
     */
    public record Metrics(@DefaultValue("false") boolean byAttribute) {}
}
