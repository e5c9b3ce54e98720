package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Gives an identifier a number of a segment: dense, ascending, from a sequence or a table of the database, and taken before
 * it is needed.
 *
 * <pre>{@code
 * @Id @SegmentId Long id;
 * }</pre>
 *
 * <p>The attribute may be a {@code Long}, {@code long}, {@code Integer}, {@code int}, {@code BigInteger} or {@code String} in
 * decimal, and is an entity's {@code @Id}. It has its value when {@code persist()} returns.
 *
 * <p>Sequence, table and their names are Hibernate's, and its schema tools create and validate them. With the defaults they are the
 * sequence and table that {@code @GeneratedValue(strategy = SEQUENCE)} uses, so either can take over from the other. A store
 * outside of the database
 * can take their place.
 *
 * <p>The settings apply to all attributes: {@link IdgenSettings}.
 */
@IdGeneratorType(AnnotatedSegmentIdGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SegmentId {

    /**
     * The name of the sequence, of the table where the database has no sequences, or of the numbers in a store.
     *
     * @return a name, with its schema in front if need be; empty, the default, for the name of Hibernate's naming strategy,
     *     {@code Order_SEQ}, and in a store for the name of the entity's table
     */
    String sequence() default "";

    /**
     * Where the segments come from. A store has no {@link #optimizer}, {@link #table} and {@link #offset}, and can't number a
     * {@code String}.
     *
     * @return {@link Source#AUTO}, the default, for {@link IdgenSettings#SEGMENT_SOURCE}
     */
    Source source() default Source.AUTO;

    /**
     * How many numbers a segment has: the increment of the sequence.
     *
     * @return 1 or more, the same for all that use the sequence or the table; 50 by default, as in
     *     {@code @SequenceGenerator}
     */
    int size() default 50;

    /**
     * The first value of a sequence that the schema tools create, and the first number of a store.
     *
     * @return 1 by default; in a store 1 or more
     */
    int initial() default 1;

    /**
     * The optimizer: which ids are made from a value of the sequence.
     *
     * @return {@link Optimizer#AUTO}, the default, for the optimizer that Hibernate would choose
     */
    Optimizer optimizer() default Optimizer.AUTO;

    /**
     * Whether a table is used although the database has sequences.
     *
     * @return {@code false} by default
     */
    boolean table() default false;

    /**
     * Which of the numbers are issued where several writers write the same table: this one and every {@link #step}th one after
     * it, as with MySQL's {@code auto_increment_offset}. Each writer needs a different offset.
     *
     * @return from 1 to {@code step}; 0, the default, for {@link IdgenSettings#SEGMENT_OFFSET}
     */
    int offset() default 0;

    /**
     * The difference between two numbers where several writers write the same table: how many writers there are, as with
     * MySQL's {@code auto_increment_increment}. All writers need the same step.
     *
     * @return from 1 to 1,000; 0, the default, for {@link IdgenSettings#SEGMENT_STEP}
     */
    int step() default 0;

    /**
     * The text in front of an id where the id is text outside of the database: {@code prefix = "inv_"} writes {@code inv_17}. The
     * column holds the number without it. {@link Idgen#idText} writes and reads such text, and Spring Boot's JSON, path
     * variables and parameters do.
     *
     * @return up to 32 letters, digits and {@code - . _ ~}, which an address takes as they are; empty, the default, for none
     */
    String prefix() default "";

    /**
     * Whether the id's text outside of the database is sealed: encrypted with a key of {@link IdgenSettings#SEAL_KEYS}, so
     * that it does
     * not tell when the row was made, how many there are, or which comes next. The same id has the same text. The column and
     * queries have the plain id.
     *
     * @return {@code true} to seal it, which takes a {@link #prefix()} that no other attribute has: a text with another prefix
     *     does not belong to this attribute; {@code false}, the default, to write the id as it is
     */
    boolean sealed() default false;

    /**
     * Whether an id that the application has set is kept. It must be an id that no segment will hold: the database rejects the
     * row that would get it again.
     *
     * @return {@code true} to keep it and generate only where it is {@code null} or 0; {@code false}, the default, to let
     *     Hibernate treat an entity with an id as detached
     */
    boolean assignable() default false;

    /** Where segments come from. */
    enum Source {
        /** The source of {@link IdgenSettings#SEGMENT_SOURCE}. */
        AUTO,
        /** A sequence of the database, or a table. */
        DATABASE,
        /** The store that {@link IdgenSettings#SEGMENT_SOURCE} gives. */
        STORE
    }

    /** The ids that are made from a value of a sequence with an increment. */
    enum Optimizer {
        /** As {@code hibernate.id.optimizer.pooled.preferred} says, else {@link #POOLED}. */
        AUTO,
        /** The value is the highest number of its segment. */
        POOLED,
        /** The value is the lowest number of its segment. */
        POOLED_LO
    }
}
