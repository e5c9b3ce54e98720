package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Sharding;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.IdText;
import java.util.List;
import java.util.Optional;

/**
 * An attribute whose values this library makes. It shows the choices that were made for the attribute at startup, and
 * the reasons for these choices.
 *
 * <p>Thread-safe.
 */
public final class GeneratedAttribute {

    private final BoundAttribute bound;

    GeneratedAttribute(BoundAttribute bound) {
        this.bound = bound;
    }

    /** {@return the text form of the attribute's values outside of the database} */
    public IdText text() {
        return new IdText(bound.path(), notation());
    }

    Notation notation() {
        return bound.notation();
    }

    /** The kinds of generated values. */
    public enum Kind {
        /** {@link SnowflakeId}. */
        SNOWFLAKE,
        /** {@link CombGuid}. */
        COMB_GUID,
        /** {@link SegmentId}. */
        SEGMENT
    }

    /** {@return the kind of the attribute's values} */
    public Kind kind() {
        return layout().isPresent() ? Kind.SNOWFLAKE : order().isPresent() ? Kind.COMB_GUID : Kind.SEGMENT;
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return bound.path();
    }

    /** {@return the column and its type, for example {@code id of type uuid}} */
    public String column() {
        return bound.place().describe();
    }

    /** {@return a phrase that explains why the attribute's layout or order was chosen, or which segments it has} */
    public String reason() {
        return bound.reason();
    }

    /** {@return the layout of the attribute's Snowflake ids; empty for other values} */
    public Optional<SnowflakeLayout> layout() {
        return engine(SnowflakeGenerator.class).map(SnowflakeGenerator::layout);
    }

    /** {@return the name of the attribute that decides the shard of the Snowflake ids; empty without a shard} */
    public Optional<String> shardBy() {
        return Optional.ofNullable(bound.sharding()).map(Sharding::attribute);
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
    public long shardOf(Object value) {
        Sharding known = bound.sharding();
        if (known == null) {
            throw new IllegalStateException(path() + " has no shardBy, so its ids have no shard");
        }
        return known.function().shard(IdClass.unwrapped(value), known.layout());
    }

    /** {@return the order of the attribute's COMB GUIDs; empty for other values} */
    public Optional<GuidOrder> order() {
        return engine(GuidGenerator.class).map(GuidGenerator::order);
    }

    /** {@return the format of the attribute's COMB GUIDs; empty for other values} */
    public Optional<GuidFormat> format() {
        return engine(GuidGenerator.class).map(GuidGenerator::format);
    }

    /** {@return the prefix of the attribute's values as text; empty without a prefix} */
    public String prefix() {
        return notation().prefix();
    }

    /**
     * Returns the statistics of the attribute's segments.
     *
     * @return one entry for each tenant that has requested an id, or a single entry without tenants; empty before the first
     *     id, and for values that are not from segments
     */
    public List<SegmentStatistics> segments() {
        return engine(AttributeSegments.class)
                .map(AttributeSegments::statistics)
                .orElse(List.of());
    }

    /**
     * {@return how many values have been made for the attribute since startup, for Hibernate and for {@link
     * Idgen#next}}
     */
    public long issued() {
        return bound.issued().sum();
    }

    private <E> Optional<E> engine(Class<E> type) {
        return type.isInstance(bound.engine()) ? Optional.of(type.cast(bound.engine())) : Optional.empty();
    }

    @Override
    public String toString() {
        return bound.describe();
    }
}
