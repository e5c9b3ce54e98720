package io.github.hibernateidgen.examples;

import java.util.List;
import java.util.function.Supplier;

/**
 * A kind of id, and the entities with this kind.
 *
 * @param name the annotation or strategy in the mapping
 * @param newOrder creates an order
 * @param newLine creates a line
 */
record IdKind<O extends Order, L extends OrderLine<O>>(String name, Supplier<O> newOrder, Supplier<L> newLine) {

    static final List<IdKind<?, ?>> ALL = List.of(
            new IdKind<>("@SnowflakeId", SnowflakeOrder::new, SnowflakeOrder.Line::new),
            new IdKind<>("@CombGuid", CombGuidOrder::new, CombGuidOrder.Line::new),
            new IdKind<>("IDENTITY", IdentityOrder::new, IdentityOrder.Line::new),
            new IdKind<>("SEQUENCE", SequenceOrder::new, SequenceOrder.Line::new));

    static final List<Class<?>> ENTITIES = List.of(
            SnowflakeOrder.class,
            SnowflakeOrder.Line.class,
            CombGuidOrder.class,
            CombGuidOrder.Line.class,
            IdentityOrder.class,
            IdentityOrder.Line.class,
            SequenceOrder.class,
            SequenceOrder.Line.class);
}
