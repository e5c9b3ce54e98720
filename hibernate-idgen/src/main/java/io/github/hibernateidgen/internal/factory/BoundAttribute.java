package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** An attribute whose values this library makes, with what makes them. */
public sealed interface BoundAttribute {

    /** Returns what all kinds of attributes have. */
    Facts facts();

    /** Describes the values in the log line of the attribute. */
    String values();

    /** Returns which values belong to a span of time; empty if they do not contain the time. */
    Optional<TimeSpans> spans();

    /**
     * What all kinds of attributes have.
     *
     * @param path the entity and the attribute
     * @param place where the values are stored
     * @param column the column and its type
     * @param reason why the attribute has this layout, order or sequence
     * @param text how its values are written outside of the database
     * @param issued how many values have been made for it
     */
    record Facts(String path, Place place, String column, String reason, ValueText text, LongAdder issued) {

        /** Makes the facts of an attribute for which no value has been made yet. */
        public Facts(String path, Place place, String column, String reason, ValueText text) {
            this(path, place, column, reason, text, new LongAdder());
        }
    }

    /**
     * The column that holds the values of an attribute. Several attributes can have one column: those of entities that are
     * mapped to one table, or an id class and its entity.
     *
     * @param mayRefer whether the attribute can hold the id of another entity, which the application sets
     */
    record Place(TableName table, String column, boolean mayRefer) {

        boolean isColumnOf(Place other) {
            return table.equals(other.table) && column.equalsIgnoreCase(other.column);
        }
    }

    /**
     * An attribute with Snowflake ids.
     *
     * @param engine makes the ids
     * @param sharding where the shard of the ids comes from, or null
     * @param timeSpans which ids belong to a span of time
     * @param tables the tables that the ids are written to
     */
    record Snowflake(
            Facts facts,
            SnowflakeGenerator engine,
            @Nullable Sharding sharding,
            TimeSpans timeSpans,
            List<TableName> tables)
            implements BoundAttribute {

        @Override
        public String values() {
            return "Snowflake ids of layout [" + engine.layout().name() + "]"
                    + (sharding == null ? "" : " sharded by " + sharding.attribute());
        }

        @Override
        public Optional<TimeSpans> spans() {
            return Optional.of(timeSpans);
        }
    }

    /**
     * An attribute with COMB GUIDs.
     *
     * @param engine makes the GUIDs
     * @param timeSpans which GUIDs belong to a span of time
     */
    record Guid(Facts facts, GuidGenerator engine, TimeSpans timeSpans) implements BoundAttribute {

        @Override
        public String values() {
            return "COMB GUIDs of format " + engine.format() + " in order " + engine.order();
        }

        @Override
        public Optional<TimeSpans> spans() {
            return Optional.of(timeSpans);
        }
    }

    /**
     * An attribute with numbers of segments.
     *
     * @param segments issues the numbers
     */
    record Segment(Facts facts, AttributeSegments segments) implements BoundAttribute {

        @Override
        public String values() {
            return "segments";
        }

        @Override
        public Optional<TimeSpans> spans() {
            return Optional.empty();
        }
    }

    /** Returns the entity and the attribute. */
    default String path() {
        return facts().path();
    }

    /** Returns how the values are written outside of the database. */
    default ValueText text() {
        return facts().text();
    }

    /** Describes the attribute and what was chosen for it. */
    default String describe() {
        return path() + ": " + values() + " for column " + facts().column() + ", " + facts().reason();
    }
}
