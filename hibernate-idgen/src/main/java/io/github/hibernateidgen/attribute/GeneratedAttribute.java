package io.github.hibernateidgen.attribute;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.IdText;
import java.util.List;
import java.util.Optional;

/**
 * An attribute whose values this library makes. It shows the choices that were made for the attribute at startup, and
 * the reasons for these choices. {@code Idgen.attributes()} returns the attributes of a session factory.
 *
 * <p>Implemented by this library only. Thread-safe.
 */
public interface GeneratedAttribute {

    /** The kinds of generated values. */
    enum Kind {
        /** The values of {@code @SnowflakeId}. */
        SNOWFLAKE,
        /** The values of {@code @CombGuid}. */
        COMB_GUID,
        /** The values of {@code @SegmentId}. */
        SEGMENT
    }

    /** {@return the kind of the attribute's values} */
    Kind kind();

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    String path();

    /** {@return the column and its type, for example {@code id of type uuid}} */
    String column();

    /** {@return a phrase that explains why the attribute's layout or order was chosen, or which segments it has} */
    String reason();

    /** {@return the text form of the attribute's values outside of the database} */
    IdText text();

    /** {@return the prefix of the attribute's values as text; empty without a prefix} */
    String prefix();

    /** {@return how many values have been made for the attribute since startup, for Hibernate and for {@code Idgen.next}} */
    long issued();

    /** {@return the layout of the attribute's Snowflake ids; empty for other values} */
    default Optional<SnowflakeLayout> layout() {
        return Optional.empty();
    }

    /** {@return the name of the attribute that decides the shard of the Snowflake ids; empty without a shard} */
    default Optional<String> shardBy() {
        return Optional.empty();
    }

    /**
     * Returns the shard of the rows in which the attribute {@link #shardBy()} has the given value. The ids of these rows
     * contain this shard, and {@link SnowflakeLayout#shard} reads it from an id.
     *
     * @param value a value of the attribute {@link #shardBy()}; for an association, the id of the associated entity
     * @return 0 to below {@link SnowflakeLayout#shards()}
     * @throws IllegalStateException if the ids have no shard
     * @throws IllegalArgumentException if values of this type have no shard
     */
    default long shardOf(Object value) {
        throw new IllegalStateException(path() + " has no shardBy, so its ids have no shard");
    }

    /** {@return the order of the attribute's COMB GUIDs; empty for other values} */
    default Optional<GuidOrder> order() {
        return Optional.empty();
    }

    /** {@return the format of the attribute's COMB GUIDs; empty for other values} */
    default Optional<GuidFormat> format() {
        return Optional.empty();
    }

    /**
     * Returns the statistics of the attribute's segments.
     *
     * @return one entry for each tenant that has requested an id, or a single entry without tenants; empty before the first
     *     id, and for values that are not from segments
     */
    default List<SegmentStatistics> segments() {
        return List.of();
    }
}
