package io.github.hibernateidgen.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/**
 * The settings that Quarkus reads when the application starts. Each setting {@code hibernate.idgen.*} has the name {@code
 * quarkus.hibernate-idgen.*} here, with the values, the ranges and the defaults of {@link
 * io.github.hibernateidgen.config.IdgenSettings}. The settings apply to all persistence units.
 */
@ConfigMapping(prefix = "quarkus.hibernate-idgen")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface IdgenConfig {

    /** {@return the settings of worker numbers} */
    Worker worker();

    /** {@return the settings of Snowflake ids} */
    Snowflake snowflake();

    /** {@return the settings of segments} */
    Segment segment();

    /** {@return the settings of sealed text} */
    Seal seal();

    /** {@return the settings of the connections on which this library reserves worker numbers and reads segments} */
    Jdbc jdbc();

    /**
     * How startup reacts if a column of the database does not fit its generated values: warn, fail or off. A frequent
     * setting.
     *
     * @return the reaction
     */
    Optional<String> columnCheck();

    /** Connections. */
    interface Jdbc {

        /**
         * The connections on which this library reserves worker numbers and reads segments: own, pool, or the name of a
         * data source that leads to the database of the only persistence unit. The default is own: two connections beside
         * Agroal's pool. A frequent setting.
         *
         * @return the connections
         */
        Optional<String> connection();
    }

    /** Sealed text of ids. */
    interface Seal {

        /**
         * Keys that seal ids as text: name:base64, name:base64. The first key writes, all keys read. An essential setting.
         *
         * @return the keys
         */
        Optional<String> keys();

        /**
         * Whether plain text is accepted where sealed text is expected, during a migration to sealed text. A frequent
         * setting.
         *
         * @return true or false
         */
        Optional<String> acceptPlain();
    }

    /** Worker numbers. */
    interface Worker {

        /**
         * Where the worker number comes from: jdbc, fixed, or the name of a class that is a source or a
         * store, or that supplies a source or a store. The default is a bean that is a source or a store. Without such
         * a bean, the default is fixed if the id is set, otherwise jdbc. An essential setting.
         *
         * @return the source
         */
        Optional<String> source();

        /**
         * Worker number of this process if the source is fixed: 0 to the highest number that fits the layouts in use.
         * An essential setting.
         *
         * @return the number
         */
        Optional<String> id();

        /**
         * When the process reserves its worker number: start or first-id. A frequent setting.
         *
         * @return the moment
         */
        Optional<String> claim();

        /**
         * Namespace within which worker numbers are unique. Processes that write the same tables share a namespace. A
         * frequent setting.
         *
         * @return the name
         */
        Optional<String> namespace();

        /**
         * The worker numbers that this process may reserve, such as 0-511. Regions that write the same tables but have
         * separate stores need ranges that do not overlap. A frequent setting.
         *
         * @return the lowest and the highest number
         */
        Optional<String> range();

        /**
         * How far ahead of the clock a worker number is reserved, 1s to 24h. An advanced setting.
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
         * The greatest age of a confirmed write that the store may lose in a failover or a crash, 0s to a third of the
         * window. The process waits this long before it uses a reserved number. A frequent setting.
         *
         * @return the time
         */
        Optional<String> settle();

        /** {@return the settings of reservations in a table} */
        Table jdbc();

        /** Reservations in a table. */
        interface Table {

            /**
             * Table of the reservations: catalog.schema.table, schema.table or table; on MySQL and MariaDB
             * catalog.table. A missing catalog or schema defaults to Hibernate's default, or to the default of the
             * connection. A frequent setting.
             *
             * @return the name
             */
            Optional<String> table();

            /**
             * Who creates the table. With schema-tools: Hibernate's schema tools. With create: this library, if the table is
             * missing. With none: you, for example with a migration tool. An essential setting.
             *
             * @return the choice
             */
            Optional<String> schemaManagement();
        }
    }

    /** Snowflake ids. */
    interface Snowflake {

        /**
         * Name of the layout for attributes that do not name a layout. An essential setting.
         *
         * @return the name
         */
        Optional<String> layout();

        /**
         * How far the tick of an id may be ahead of the clock, 0ms to 1h. An advanced setting.
         *
         * @return the bound
         */
        Optional<String> maxAhead();

        /**
         * How long a persist() waits for the clock before it throws, from the length of a tick to 1h. An advanced setting.
         *
         * @return the bound
         */
        Optional<String> maxWait();
    }

    /** Segments. */
    interface Segment {

        /**
         * Where segments come from: database, or the name of a class that is a store of segments or that supplies a
         * store. The default is a bean that is a store of segments; without such a bean, the default is database. To
         * use a store, attributes must name the source STORE, because Quarkus reads the mapping before this setting. An
         * essential setting.
         *
         * @return the source
         */
        Optional<String> source();

        /**
         * The first number that this application issues if several writers write the same tables, 1 to the step. The
         * application issues this number and every step-th number after it. A frequent setting.
         *
         * @return the offset
         */
        Optional<String> offset();

        /**
         * How many writers write the same tables, 1 to 1,000. Set it together with the offset. A frequent setting.
         *
         * @return the step
         */
        Optional<String> step();

        /**
         * How many segments an attribute may buffer, 1 to 1,000. An advanced setting.
         *
         * @return the number
         */
        Optional<String> maxPrefetch();

        /**
         * How long a persist() waits for a segment if no segment is buffered, 1ms to 10m. An advanced setting.
         *
         * @return the timeout
         */
        Optional<String> timeout();
    }
}
