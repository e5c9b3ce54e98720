package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.types.IdClass;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * What an attribute holds.
 *
 * @param generated makes the next value
 * @param assigned turns a value that the application has set into what the database will give back, or throws an
 *     {@code IllegalArgumentException} whose message goes on after the value
 */
public record AttributeValues(Maker generated, UnaryOperator<Object> assigned) {

    /** Makes a value. */
    public interface Maker {

        /**
         * Makes the next one.
         *
         * @param session the session
         * @param owner the entity that gets it; null where Hibernate has none, as in HQL
         * @return the value
         */
        Object next(SharedSessionContractImplementor session, @Nullable Object owner);
    }

    /** Values that are kept as the application has set them. */
    static AttributeValues of(Maker generated) {
        return new AttributeValues(generated, UnaryOperator.identity());
    }

    /** The same values as a class of ids has them. */
    AttributeValues in(IdClass idClass) {
        return new AttributeValues((session, owner) -> idClass.wrap(generated.next(session, owner)), given -> {
            Object value = idClass.unwrap(given);
            Object kept = value == null ? null : assigned.apply(value);
            return kept == null || kept.equals(value) ? given : idClass.wrap(kept);
        });
    }

    /** The same values, each of them counted. */
    AttributeValues counted(LongAdder issued) {
        return new AttributeValues(
                (session, owner) -> {
                    Object value = generated.next(session, owner);
                    issued.increment();
                    return value;
                },
                assigned);
    }
}
