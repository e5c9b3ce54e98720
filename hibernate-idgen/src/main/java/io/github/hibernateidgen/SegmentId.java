package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.segment.SegmentIdGenerator;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Gives an identifier a dense number. The numbers come in segments from a sequence or a table of the database, and a
 * segment is fetched before it is needed. The ids of a session factory ascend, for each entity and tenant. Numbers that
 * are still buffered when the session factory closes are lost.
 *
 * <pre>{@code
 * @Id @SegmentId Long id;
 * }</pre>
 *
 * <p>The attribute may be a {@code Long}, {@code long}, {@code Integer}, {@code int}, {@code BigInteger} or {@code
 * String} of decimal digits, and must be an entity's {@code @Id}. The attribute has its value when {@code persist()}
 * returns.
 *
 * <p>Without {@link #sequence}, Hibernate chooses the name of the sequence or the table. Its schema tools create and
 * validate that sequence or table. With the defaults, {@code @GeneratedValue(strategy = SEQUENCE)} uses the same sequence
 * or table, so each of the two annotations can replace the other annotation. A store outside of the database can provide
 * the numbers instead.
 *
 * <p>{@link IdgenSettings} has the settings that apply to all attributes.
 */
@IdGeneratorType(SegmentIdGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SegmentId {

    /**
     * The name of the sequence. If {@link #table} is true or the database has no sequences, the name of the table. In a
     * store, the name of the numbers.
     *
     * @return a name, with a schema in front if needed; empty, the default, for the name of Hibernate's naming
     *     strategy, such as {@code Order_SEQ}, and in a store for the name of the entity's table
     */
    String sequence() default "";

    /**
     * The source of the segments. A store does not use {@link #optimizer}. With a store, startup fails if {@link
     * #table} is true, if the step of the attribute or of the settings is more than 1, or if the attribute is a {@code
     * String}.
     *
     * @return {@link Source#AUTO}, the default, for {@link IdgenSettings#SEGMENT_SOURCE}
     */
    Source source() default Source.AUTO;

    /**
     * How many numbers a segment has: the increment of the sequence.
     *
     * @return 1 or more, and at least the {@link #step}; the same for all users of the sequence or the table; 50 by default,
     *     as in {@code @SequenceGenerator}
     */
    int size() default 50;

    /**
     * The first value of a sequence that the schema tools create, and the first number of a store.
     *
     * @return 1 by default; in a store 1 or more
     */
    int initial() default 1;

    /**
     * The optimizer, which decides which ids are made from a value of the sequence.
     *
     * @return {@link Optimizer#AUTO}, the default, for the optimizer that Hibernate would choose
     */
    Optimizer optimizer() default Optimizer.AUTO;

    /**
     * Whether a table is used even if the database has sequences. A table's numbers are committed before they are issued. Set
     * {@link Optimizer#POOLED_LO} with a new table: processes with different sizes may then use the table at the same time.
     *
     * @return {@code false} by default
     */
    boolean table() default false;

    /**
     * The offset of this writer's ids, for tables with several writers. The writer issues the number {@code offset} and
     * every {@link #step}th number after it, as with MySQL's {@code auto_increment_offset}. Each writer needs a
     * different offset.
     *
     * @return from 1 to {@code step}; 0, the default, for {@link IdgenSettings#SEGMENT_OFFSET}
     */
    int offset() default 0;

    /**
     * The difference between two consecutive ids of a writer, for tables with several writers: the number of writers,
     * as with MySQL's {@code auto_increment_increment}. All writers need the same step.
     *
     * @return from 1 to 1,000; 0, the default, for {@link IdgenSettings#SEGMENT_STEP}
     */
    int step() default 0;

    /**
     * Whether an id that the application has set is kept. The id must be outside of all later segments: otherwise the
     * id is generated again, and the database rejects the second row.
     *
     * @return {@code true} to keep the id, and to generate only where it is {@code null} or 0. With {@code false}, the
     *     default, Hibernate treats an entity with an id as detached
     */
    boolean assignable() default false;

    /** The sources of segments. */
    enum Source {
        /** The source of {@link IdgenSettings#SEGMENT_SOURCE}. */
        AUTO,
        /** A sequence of the database, or a table. */
        DATABASE,
        /** The store that is set in {@link IdgenSettings#SEGMENT_SOURCE}. */
        STORE
    }

    /** Decides which ids are made from a value of the sequence. */
    enum Optimizer {
        /**
         * The optimizer that is set in {@code hibernate.id.optimizer.pooled.preferred}; without that setting {@link
         * #POOLED}.
         */
        AUTO,
        /** The value is the highest number of its segment. */
        POOLED,
        /** The value is the lowest number of its segment. */
        POOLED_LO
    }
}
