package io.github.hibernateidgen.internal.mapping;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What an attribute holds.
 *
 * @param generated makes the next value
 * @param assigned turns a value that the application has set into what the database will give back, or throws an
 *     {@code IllegalArgumentException} whose message goes on after the value
 */
public record AttributeValues(Supplier<?> generated, UnaryOperator<Object> assigned) {

    /** Values that are kept as the application has set them. */
    static AttributeValues of(Supplier<?> generated) {
        return new AttributeValues(generated, UnaryOperator.identity());
    }

    /** The same values, each of them counted. */
    AttributeValues counted(LongAdder issued) {
        return new AttributeValues(
                () -> {
                    Object value = generated.get();
                    issued.increment();
                    return value;
                },
                assigned);
    }
}
