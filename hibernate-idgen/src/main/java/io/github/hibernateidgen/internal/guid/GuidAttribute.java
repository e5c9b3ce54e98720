package io.github.hibernateidgen.internal.guid;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.GuidText;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** An attribute with COMB GUIDs. Thread-safe. */
final class GuidAttribute extends BoundAttribute {

    private final GuidGenerator generator;
    private final GuidColumn column;
    private final GuidText text;
    private final boolean isNormalized;

    /**
     * Binds an attribute.
     *
     * @param text the form of a GUID in a column of text
     * @param values makes the attribute's values of GUIDs
     */
    GuidAttribute(
            CombGuid given,
            MappedAttribute attribute,
            GuidGenerator generator,
            GuidColumn column,
            GuidText text,
            Notation values) {
        super(
                attribute,
                column,
                given.order() != CombGuid.Order.AUTO
                        ? "as the mapping asks"
                        : "as that type compares on "
                                + attribute.dialect().getClass().getSimpleName(),
                values,
                given.assignable(),
                generator.lanes());
        this.generator = generator;
        this.column = column;
        this.text = text;
        this.isNormalized = attribute.javaType() == String.class && column.isNative();
    }

    @Override
    public Kind kind() {
        return Kind.COMB_GUID;
    }

    @Override
    protected String describe() {
        return "COMB GUIDs of format " + generator.format() + " in order " + generator.order();
    }

    @Override
    public Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        try {
            return counted(values.value(generator.nextGuid(lane(session))));
        } catch (IllegalStateException e) {
            throw failed(e);
        }
    }

    /**
     * Rewrites a GUID to the text that the column will return: the database's own type for GUIDs does not keep the original
     * text.
     */
    @Override
    protected Object stored(Object given) {
        if (!isNormalized) {
            return given;
        }
        try {
            return text.normalize((String) given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("for a column of type " + column + " it " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<GuidOrder> order() {
        return Optional.of(generator.order());
    }

    @Override
    public Optional<GuidFormat> format() {
        return Optional.of(generator.format());
    }

    @Override
    public <R> List<R> ranges(Instant from, Instant to, BiFunction<Object, Object, R> range) {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("span from [" + from + "] to [" + to + "] is empty; give a later end");
        }
        return List.of(range.apply(
                values.value(generator.format().first(generator.order(), from)),
                values.value(generator.format().last(generator.order(), to.minusNanos(1)))));
    }
}
