package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.runtime.SessionLanes;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** An attribute with Snowflake ids. Thread-safe. */
final class SnowflakeAttribute extends BoundAttribute {

    private final SnowflakeGenerator generator;
    private final @Nullable Sharding sharding;
    private final Notation notation;
    private final Class<?> type;
    private final SnowflakeText form;
    private final Remedies remedies;

    /** Null if the layout has a single lane. */
    private final @Nullable SessionLanes lanes;

    /**
     * Binds an attribute.
     *
     * @param generator the generator of the layout, with the attribute's entity fields
     * @param reason explains the choice of the layout
     * @param sharding finds the shard of each id; null if the ids have no shard
     * @param notation makes the attribute's values of numbers
     * @param form the form of a {@code String}
     */
    SnowflakeAttribute(
            MappedAttribute attribute,
            Place place,
            String reason,
            SnowflakeGenerator generator,
            @Nullable Sharding sharding,
            Notation notation,
            SnowflakeText form,
            boolean assignable) {
        super(
                attribute.path(),
                place,
                reason,
                attribute.text(notation, assignable),
                attribute.isAssignable(assignable),
                attribute.issued());
        this.generator = generator;
        this.sharding = sharding;
        this.notation = notation;
        this.type = attribute.javaType();
        this.form = form;
        this.remedies = attribute.engines().settings().remedies();
        this.lanes =
                generator.layout().lanes() == 1 ? null : attribute.engines().lanes();
    }

    @Override
    public Kind kind() {
        return Kind.SNOWFLAKE;
    }

    @Override
    protected String values() {
        return "Snowflake ids of layout [" + generator.layout().name() + "]"
                + (sharding == null ? "" : " sharded by " + sharding.attribute());
    }

    @Override
    protected Object make(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        SnowflakeGenerator used = sharding == null ? generator : generator.withShard(sharding.shard(session, owner));
        try {
            return notation.value(
                    lanes == null
                            ? used.nextId()
                            : used.nextId(lanes.of(session, used.layout().lanes())));
        } catch (NoWorkerException e) {
            throw remedies.explained(e);
        }
    }

    @Override
    protected Object stored(Object given) {
        if (type == BigInteger.class && given instanceof BigInteger number && number.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("it does not fit into 64 bits; give a number from " + Long.MIN_VALUE
                    + " to "
                    + Long.MAX_VALUE + ", or null for a generated id");
        }
        return given;
    }

    @Override
    public Optional<SnowflakeLayout> layout() {
        return Optional.of(generator.layout());
    }

    @Override
    public Optional<String> shardBy() {
        return Optional.ofNullable(sharding).map(Sharding::attribute);
    }

    @Override
    public long shardOf(Object value) {
        return sharding == null
                ? super.shardOf(value)
                : sharding.function().shard(IdClass.unwrapped(value), sharding.layout());
    }

    @Override
    public void requireTime() {}

    @Override
    public List<Range> ranges(Instant from, Instant to) {
        if (type == String.class && form == SnowflakeText.PLAIN_DECIMAL) {
            throw new IllegalStateException(
                    path() + " is text of form [" + form + "], which does not sort as the ids do; use DECIMAL");
        }
        try {
            return generator.layout().ranges(from, to).stream()
                    .map(range -> new Range(notation.value(range.first()), notation.value(range.last())))
                    .toList();
        } catch (IllegalStateException e) {
            throw new IllegalStateException(path() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public List<IdSlice> slices(Instant from, Instant to) {
        return generator.layout().slices(from, to);
    }
}
