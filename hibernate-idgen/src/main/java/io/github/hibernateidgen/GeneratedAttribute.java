package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.internal.engines.Sharding;
import io.github.hibernateidgen.internal.engines.ValueText;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.List;
import java.util.Optional;

/**
 * One attribute whose values this library makes, what was chosen for it at start-up and why.
 *
 * <p>Thread-safe.
 */
public final class GeneratedAttribute {

    private final BoundAttribute bound;

    GeneratedAttribute(BoundAttribute bound) {
        this.bound = bound;
    }

    /** What an attribute's values are. */
    public enum Kind {
        /** {@link SnowflakeId}. */
        SNOWFLAKE,
        /** {@link CombGuid}. */
        COMB_GUID,
        /** {@link SegmentId}. */
        SEGMENT
    }

    /** {@return what its values are} */
    public Kind kind() {
        return bound.snowflake() != null ? Kind.SNOWFLAKE : bound.guid() != null ? Kind.COMB_GUID : Kind.SEGMENT;
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return bound.path();
    }

    /** {@return the column and its type, for example {@code id of type uuid}} */
    public String column() {
        return bound.column();
    }

    /** {@return a phrase that tells why its layout or order was chosen, or which segments it has} */
    public String reason() {
        return bound.reason();
    }

    /** {@return the layout of its Snowflake ids; none for other values} */
    public Optional<SnowflakeLayout> layout() {
        return Optional.ofNullable(bound.snowflake()).map(SnowflakeGenerator::layout);
    }

    /** {@return the attribute that the shard of its Snowflake ids comes from; none without a shard} */
    public Optional<String> shardBy() {
        return Optional.ofNullable(bound.sharding()).map(Sharding::attribute);
    }

    /**
     * Returns the shard of the rows whose {@link #shardBy()} has a value: that of their ids, which
     * {@link SnowflakeLayout#shard} reads.
     *
     * @param value a value of that attribute; of an association the id
     * @return 0 to below {@link SnowflakeLayout#shards()}
     * @throws IllegalStateException if the ids have no shard
     * @throws IllegalArgumentException if the value is of a type that has none
     */
    public long shardOf(Object value) {
        Sharding sharding = bound.sharding();
        if (sharding == null) {
            throw new IllegalStateException(path() + " has no shardBy, so its ids have no shard");
        }
        return sharding.function().shard(IdClass.plain(value), layout().orElseThrow());
    }

    /** {@return the order of its COMB GUIDs; none for other values} */
    public Optional<GuidOrder> order() {
        return Optional.ofNullable(bound.guid()).map(GuidGenerator::order);
    }

    /** {@return the format of its COMB GUIDs; none for other values} */
    public Optional<GuidFormat> format() {
        return Optional.ofNullable(bound.guid()).map(GuidGenerator::format);
    }

    /** {@return the prefix of its values where they are written as text, or an empty text} */
    public String prefix() {
        ValueText text = bound.text();
        return text == null ? "" : text.prefix();
    }

    /**
     * Tells how its segments have fared.
     *
     * @return one entry for each tenant that has asked for an id; none for other values
     */
    public List<SegmentStatistics> segments() {
        return bound.segments() == null ? List.of() : bound.segments().statistics();
    }

    /** {@return how many values have been made for it since start-up, for Hibernate and for {@link Idgen#next}} */
    public long issued() {
        return bound.issued().sum();
    }

    @Override
    public String toString() {
        return bound.toString();
    }
}
