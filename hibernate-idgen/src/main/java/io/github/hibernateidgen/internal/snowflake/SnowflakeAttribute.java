package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** An attribute with Snowflake ids. Thread-safe. */
final class SnowflakeAttribute extends BoundAttribute {

    private final Map<String, Long> fields;
    private final SnowflakeGenerator generator;
    private final @Nullable Sharding sharding;
    private final Class<?> type;
    private final SnowflakeText form;
    private final Remedies remedies;

    /**
     * Binds an attribute.
     *
     * @param generator the generator of the layout, with the attribute's entity fields
     * @param fields the numbers in the layout's entity fields
     * @param sharding finds the shard of each id; null if the ids have no shard
     * @param values makes the attribute's values of numbers
     */
    SnowflakeAttribute(
            SnowflakeId given,
            MappedAttribute attribute,
            SnowflakeGenerator generator,
            Map<String, Long> fields,
            @Nullable Sharding sharding,
            Notation values) {
        super(
                attribute,
                attribute.columnType(),
                given.layout().isEmpty() ? "the default layout" : "as the mapping asks",
                values,
                given.assignable(),
                generator.layout().lanes());
        this.fields = fields;
        this.generator = generator;
        this.sharding = sharding;
        this.type = attribute.javaType();
        this.form = given.text();
        this.remedies = attribute.engines().settings().remedies();
    }

    @Override
    public Kind kind() {
        return Kind.SNOWFLAKE;
    }

    @Override
    protected String describe() {
        return "Snowflake ids of layout [" + generator.layout().name() + "]"
                + (sharding == null ? "" : " sharded by " + sharding.attribute());
    }

    @Override
    public Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        try {
            SnowflakeGenerator used = sharding == null
                    ? generator
                    : generator.withShard(sharding.shard(session, owner, generator.layout()));
            return counted(values.value(used.nextId(lane(session))));
        } catch (NoWorkerException e) {
            throw failed(remedies.explained(e));
        } catch (IllegalStateException e) {
            throw failed(e);
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
                : sharding.function().shard(IdClass.unwrapped(value), generator.layout());
    }

    @Override
    public <R> List<R> ranges(Instant from, Instant to, BiFunction<Object, Object, R> range) {
        if (type == String.class && form == SnowflakeText.PLAIN_DECIMAL) {
            throw new IllegalStateException(
                    path() + " is text of form [" + form + "], which does not sort as the ids do; use DECIMAL");
        }
        try {
            return generator.layout().ranges(from, to).stream()
                    .map(numbers -> range.apply(values.value(numbers.first()), values.value(numbers.last())))
                    .toList();
        } catch (IllegalStateException e) {
            throw new IllegalStateException(path() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Requires that another attribute can't make the ids that this attribute writes. Several entities may write one column.
     * Their ids are unique if they come from one sequence, or if the layouts have different numbers in the same bits.
     *
     * @throws IdgenConfigurationException if the other attribute writes one of the columns, and can make the same ids
     */
    void requireOtherIds(SnowflakeAttribute other) {
        columnSharedWith(other).ifPresent(column -> {
            if (mayMakeIdsOf(other)) {
                throw new IdgenConfigurationException(
                        path(),
                        generator.layout().name(),
                        "column " + column + " also contains ids of layout ["
                                + other.generator.layout().name() + "], which "
                                + other.path()
                                + " makes, and the two layouts can make the same id",
                        "give both attributes the same layout, or write them to separate tables");
            }
        });
    }

    /** Returns the bits that are the same in all ids: the entity fields, and the bits above the layout. */
    private long fixedBits() {
        return (-1L << generator.layout().width()) | entityBits(field -> (1L << field.bits()) - 1);
    }

    /** Returns the values of {@link #fixedBits()}. */
    private long fixedValue() {
        return entityBits(field -> fields.getOrDefault(field.name(), 0L));
    }

    /** Returns a value of each entity field, at the place of the field. */
    private long entityBits(ToLongFunction<LayoutField> value) {
        long bits = 0;
        int below = generator.layout().width();
        for (LayoutField field : generator.layout().fields()) {
            below -= field.bits();
            bits |= field.kind() == LayoutField.Kind.ENTITY ? value.applyAsLong(field) << below : 0;
        }
        return bits;
    }

    private boolean mayMakeIdsOf(SnowflakeAttribute other) {
        boolean isOneSequence = generator.layout().makesIdsOf(other.generator.layout());
        long sameBits = fixedBits() & other.fixedBits();
        return !isOneSequence && (sameBits & (fixedValue() ^ other.fixedValue())) == 0;
    }
}
