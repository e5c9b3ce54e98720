package io.github.hibernateidgen.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/**
 * The settings of the run: those of {@code hibernate.idgen.*} under {@code quarkus.hibernate-idgen.*}, with the values, the
 * ranges and the defaults that {@link io.github.hibernateidgen.config.IdgenSettings} has. They hold for all persistence
 * units.
 */
@ConfigMapping(prefix = "quarkus.hibernate-idgen")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface IdgenConfig {

    /** {@return where worker numbers come from} */
    Worker worker();

    /** {@return Snowflake ids} */
    Snowflake snowflake();

    /** {@return numbers of segments} */
    Segment segment();

    /** {@return sealed text of ids} */
    Seal seal();

    /**
     * What is done where a column of the database is not what its values need: warn, fail or off. A frequent setting.
     *
     * @return the answer
     */
    Optional<String> columnCheck();

    /** Sealed text of ids. */
    interface Seal {

        /**
         * Keys that ids are sealed with as text: name:base64, name:base64. The first one writes, all of them read.
         * An essential setting.
         *
         * @return the keys
         */
        Optional<String> keys();

        /**
         * Whether text that is not sealed is read where sealed text is expected, for the time of a move. A frequent setting.
         *
         * @return true or false
         */
        Optional<String> acceptPlain();
    }

    /** Where worker numbers come from. */
    interface Worker {

        /**
         * Where the worker number comes from: jdbc, fixed, hostname, or the name of a class that is the source or a store, or
         * supplies one. Without it a bean of such a type, else jdbc, or fixed where the id is set. An essential setting.
         *
         * @return the source
         */
        Optional<String> source();

        /**
         * Worker number of this process, with source fixed: 0 to what the layouts in use hold. An essential setting.
         *
         * @return the number
         */
        Optional<String> id();

        /**
         * When a number is reserved: start or first-id. A frequent setting.
         *
         * @return the moment
         */
        Optional<String> claim();

        /**
         * What reserved numbers are unique in: the processes that write the same tables share it. A frequent setting.
         *
         * @return the name
         */
        Optional<String> namespace();

        /**
         * The share of the worker numbers that this process may have, such as 0-511: regions that write the same tables, each
         * with a store of its own, need shares without a common number. A frequent setting.
         *
         * @return the lowest and the highest number
         */
        Optional<String> range();

        /**
         * How far ahead ticks are reserved, 1s to 24h. An advanced setting.
         *
         * @return the window
         */
        Optional<String> window();

        /**
         * How long a caller waits for the store of reservations, 1ms to 10m. An advanced setting.
         *
         * @return the timeout
         */
        Optional<String> timeout();

        /**
         * How far this process's clock may be from the store's when a number is reserved, 1s to 8760h. An advanced setting.
         *
         * @return the greatest skew
         */
        Optional<String> maxSkew();

        /**
         * How much the store may lose of what it has confirmed, 0s to a third of the window. A start waits so long before it
         * uses its number. A frequent setting.
         *
         * @return what may be lost
         */
        Optional<String> settle();

        /** {@return reservations in a table} */
        Jdbc jdbc();

        /** Reservations in a table. */
        interface Jdbc {

            /**
             * Table of the reservations: catalog.schema.table, schema.table or table; on MySQL and MariaDB catalog.table. What is
             * left out is Hibernate's default, or that of the connection. A frequent setting.
             *
             * @return the name
             */
            Optional<String> table();

            /**
             * Who makes the table: schema-tools, which are Hibernate's; create, by this library where the table is missing;
             * or none. An essential setting.
             *
             * @return the answer
             */
            Optional<String> schemaManagement();
        }
    }

    /** Snowflake ids. */
    interface Snowflake {

        /**
         * Name of the layout of attributes that name none. An essential setting.
         *
         * @return the name
         */
        Optional<String> layout();

        /**
         * How far the tick of an id may lie ahead of the clock, 0ms to 1h. An advanced setting.
         *
         * @return the bound
         */
        Optional<String> maxAhead();

        /**
         * How long one persist() may wait for the clock before it is refused, one tick to 1h. An advanced setting.
         *
         * @return the bound
         */
        Optional<String> maxWait();

        /**
         * A fresh tick starts its sequence at a random number below this. An advanced setting.
         *
         * @return the bound
         */
        Optional<String> sequenceSpread();
    }

    /** Numbers of segments. */
    interface Segment {

        /**
         * Where segments come from: database, or the name of a class that is a store of segments, or supplies one. Without it a
         * bean of that type. Attributes name the STORE, since the mapping is read before. An essential setting.
         *
         * @return the source
         */
        Optional<String> source();

        /**
         * Which of the numbers of its segments this application issues, where several writers write the same tables: this one
         * and every step-th one after it, 1 to the step. A frequent setting.
         *
         * @return the offset
         */
        Optional<String> offset();

        /**
         * How many writers write the same tables, 1 to 1,000; it goes with the offset. A frequent setting.
         *
         * @return the step
         */
        Optional<String> step();

        /**
         * How many segments an attribute may have buffered, 1 to 1,000. An advanced setting.
         *
         * @return the number
         */
        Optional<String> maxPrefetch();

        /**
         * How many segments are fetched at a time, 1 to 64. An advanced setting.
         *
         * @return the number
         */
        Optional<String> maxConcurrentFetches();

        /**
         * How long one persist() waits for a segment where none is buffered, 1ms to 10m. An advanced setting.
         *
         * @return the timeout
         */
        Optional<String> timeout();
    }
}
