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
     * What is done where a column of the database is not what its values need: warn, refuse or off.
     *
     * @return the answer
     */
    Optional<String> columns();

    /** Sealed text of ids. */
    interface Seal {

        /**
         * Keys that ids are sealed with as text: name:base64, name:base64. The first one writes, all of them read.
         *
         * @return the keys
         */
        Optional<String> keys();

        /**
         * Whether text that is not sealed is read where sealed text is expected, for the time of a move.
         *
         * @return true or false
         */
        Optional<String> acceptPlain();
    }

    /** Where worker numbers come from. */
    interface Worker {

        /**
         * Where the worker number comes from: jdbc, fixed, hostname, zookeeper, redis or etcd. Without it jdbc, or fixed
         * where the id is set.
         *
         * @return the source
         */
        Optional<String> source();

        /**
         * Worker number of this process, with source fixed: 0 to what the layouts in use hold.
         *
         * @return the number
         */
        Optional<String> id();

        /**
         * When a number is reserved: start or first-id.
         *
         * @return the moment
         */
        Optional<String> claim();

        /**
         * What reserved numbers are unique in: the processes that write the same tables share it.
         *
         * @return the name
         */
        Optional<String> namespace();

        /**
         * How far ahead ticks are reserved, 1s to 24h.
         *
         * @return the window
         */
        Optional<String> window();

        /**
         * How long a caller waits for the store of reservations, 1ms to 10m.
         *
         * @return the patience
         */
        Optional<String> patience();

        /**
         * How far this process's clock may be from the store's when a number is reserved, 1s to 8760h.
         *
         * @return the greatest skew
         */
        Optional<String> maxSkew();

        /**
         * How much the store may lose of what it has confirmed, 0s to a third of the window. A start waits so long before it
         * uses its number.
         *
         * @return what may be lost
         */
        Optional<String> settle();

        /** {@return reservations in a table} */
        Jdbc jdbc();

        /** {@return reservations in ZooKeeper} */
        Zookeeper zookeeper();

        /** {@return reservations in Redis} */
        Redis redis();

        /** {@return reservations in etcd} */
        Etcd etcd();

        /** Reservations in a table. */
        interface Jdbc {

            /**
             * Table of the reservations.
             *
             * @return the name
             */
            Optional<String> table();

            /**
             * Schema of the table. Without it Hibernate's default schema, or that of the connection.
             *
             * @return the name
             */
            Optional<String> schema();

            /**
             * Catalog of the table. Without it Hibernate's default catalog, or that of the connection.
             *
             * @return the name
             */
            Optional<String> catalog();

            /**
             * Whether the table is part of what Hibernate creates, updates and validates.
             *
             * @return true or false
             */
            Optional<String> schemaTooling();

            /**
             * Whether the table is created where it is missing when the application starts.
             *
             * @return true or false
             */
            Optional<String> createTable();
        }

        /** Reservations in ZooKeeper. */
        interface Zookeeper {

            /**
             * Servers, such as zk1:2181,zk2:2181.
             *
             * @return the servers
             */
            Optional<String> connect();

            /**
             * Node below which the reservations are kept.
             *
             * @return the path
             */
            Optional<String> path();
        }

        /** Reservations in etcd. */
        interface Etcd {

            /**
             * Servers, such as http://etcd1:2379,http://etcd2:2379.
             *
             * @return the servers
             */
            Optional<String> endpoints();

            /**
             * What the keys of the reservations start with.
             *
             * @return the prefix
             */
            Optional<String> prefix();
        }
    }

    /** Snowflake ids. */
    interface Snowflake {

        /**
         * Name of the layout of attributes that name none.
         *
         * @return the name
         */
        Optional<String> layout();

        /**
         * How far the tick of an id may lie ahead of the clock, 0ms to 1h.
         *
         * @return the bound
         */
        Optional<String> maxAhead();

        /**
         * How long one persist() may wait for the clock before it is refused, one tick to 1h.
         *
         * @return the bound
         */
        Optional<String> maxWait();

        /**
         * A fresh tick starts its sequence at a random number below this.
         *
         * @return the bound
         */
        Optional<String> sequenceSpread();
    }

    /** Numbers of segments. */
    interface Segment {

        /**
         * Where segments come from: database or redis.
         *
         * @return the source
         */
        Optional<String> source();

        /** {@return counters in Redis} */
        Counters redis();

        /**
         * Which of the numbers of its segments this application issues, where several masters write the same tables.
         *
         * @return the stripe
         */
        Optional<String> stripe();

        /**
         * How many masters write the same tables.
         *
         * @return the number
         */
        Optional<String> of();

        /**
         * How many segments an attribute may have buffered, 1 to 1,000.
         *
         * @return the number
         */
        Optional<String> maxPrefetch();

        /**
         * How many segments are fetched at a time, 1 to 64.
         *
         * @return the number
         */
        Optional<String> fetchers();

        /**
         * How long one persist() waits for a segment where none is buffered, 1ms to 10m.
         *
         * @return the patience
         */
        Optional<String> patience();
    }

    /** Reservations, or counters of segments, in Redis. */
    interface Redis {

        /**
         * Server, such as redis://redis:6379.
         *
         * @return the address
         */
        Optional<String> uri();

        /**
         * What the names of the keys start with.
         *
         * @return the prefix
         */
        Optional<String> prefix();
    }

    /** Counters of segments in Redis. */
    interface Counters extends Redis {

        /**
         * How much Redis may lose of what it has confirmed, 0s to half of the patience. A segment is issued so long after Redis
         * gave it.
         *
         * @return what may be lost
         */
        Optional<String> settle();
    }
}
