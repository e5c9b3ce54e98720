package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Sharding;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.List;
import java.util.Optional;

/**
 * An attribute whose values this library makes, with the choices made for it at start-up and their reasons.
 *
 * <p>Thread-safe.
 */
public final class GeneratedAttribute {

    private final BoundAttribute bound;

    GeneratedAttribute(BoundAttribute bound) {
        this.bound = bound;
    }

    /** {@return the form of its values as text outside of the database} */
    public IdText text() {
        return new IdText(bound.path(), bound.text());
    }

    BoundAttribute bound() {
        return bound;
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

    /** {@return the kind of its values} */
    public Kind kind() {
        return bound instanceof BoundAttribute.Snowflake
                ? Kind.SNOWFLAKE
                : bound instanceof BoundAttribute.Guid ? Kind.COMB_GUID : Kind.SEGMENT;
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return bound.path();
    }

    /** {@return the column and its type, for example {@code id of type uuid}} */
    public String column() {
        return bound.facts().column();
    }

    /** {@return a phrase that tells why its layout or order was chosen, or which segments it has} */
    public String reason() {
        return bound.facts().reason();
    }

    /** {@return the layout of its Snowflake ids; none for other values} */
    public Optional<SnowflakeLayout> layout() {
        return snowflake().map(known -> known.engine().layout());
    }

    /** {@return the attribute that the shard of its Snowflake ids comes from; none without a shard} */
    public Optional<String> shardBy() {
        return sharding().map(Sharding::attribute);
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
        Sharding known = sharding()
                .orElseThrow(() -> new IllegalStateException(path() + " has no shardBy, so its ids have no shard"));
        return known.function().shard(IdClass.plain(value), layout().orElseThrow());
    }

    /** {@return the order of its COMB GUIDs; none for other values} */
    public Optional<GuidOrder> order() {
        return guid().map(known -> known.engine().order());
    }

    /** {@return the format of its COMB GUIDs; none for other values} */
    public Optional<GuidFormat> format() {
        return guid().map(known -> known.engine().format());
    }

    /** {@return the prefix of its values where they are written as text, or an empty text} */
    public String prefix() {
        return bound.text().prefix();
    }

    /**
     * Returns the statistics of its segments.
     *
     * @return one entry for each tenant that has asked for an id; none for other values
     */
    public List<SegmentStatistics> segments() {
        return bound instanceof BoundAttribute.Segment known ? known.segments().statistics() : List.of();
    }

    /** {@return how many values have been made for it since start-up, for Hibernate and for {@link Idgen#next}} */
    public long issued() {
        return bound.facts().issued().sum();
    }

    private Optional<BoundAttribute.Snowflake> snowflake() {
        return bound instanceof BoundAttribute.Snowflake known ? Optional.of(known) : Optional.empty();
    }

    private Optional<BoundAttribute.Guid> guid() {
        return bound instanceof BoundAttribute.Guid known ? Optional.of(known) : Optional.empty();
    }

    private Optional<Sharding> sharding() {
        return snowflake().map(BoundAttribute.Snowflake::sharding);
    }

    @Override
    public String toString() {
        return bound.describe();
    }
}
