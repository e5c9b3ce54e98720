package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.types.IdClass;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Makes the values of an attribute.
 *
 * @param assigned turns a value that the application has set into what the database will give back, or throws an
 *     {@code IllegalArgumentException} whose message continues a sentence that starts with the value
 * @param issued counts the values
 */
public record AttributeValues(Maker generated, UnaryOperator<Object> assigned, LongAdder issued) {

    /** Makes values, which it does not count. */
    interface Maker {
        Object next(SharedSessionContractImplementor session, @Nullable Object owner);
    }

    /** Makes the next value for an entity, which is null where Hibernate has none, as in HQL. */
    Object next(SharedSessionContractImplementor session, @Nullable Object owner) {
        Object value = generated.next(session, owner);
        issued.increment();
        return value;
    }

    /** Returns the same values as typed ids. */
    AttributeValues in(IdClass idClass) {
        return new AttributeValues(
                (session, owner) -> idClass.wrap(generated.next(session, owner)),
                given -> {
                    Object value = idClass.unwrap(given);
                    Object kept = value == null ? null : assigned.apply(value);
                    return kept == null || kept.equals(value) ? given : idClass.wrap(kept);
                },
                issued);
    }
}
