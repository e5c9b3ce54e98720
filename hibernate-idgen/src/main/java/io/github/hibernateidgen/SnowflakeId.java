package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Gives an attribute a Snowflake id: 63 bits of time, worker and sequence, ascending, unique across processes with
 * different worker numbers.
 *
 * <pre>{@code
 * @Id @SnowflakeId Long id;
 * }</pre>
 *
 * <p>The attribute may be a {@code Long}, {@code long}, {@code BigInteger} or {@code String}, or of a class of its own with
 * one of these as its only component, such as {@code record OrderId(long value)}. It may be an identifier,
 * a part of a composite one, or another attribute, of the entity or of an embeddable directly in it (Hibernate
 * generates nothing in an embeddable inside another, or in a collection). An identifier has its value when {@code persist()}
 * returns;
 * another attribute gets it when Hibernate builds the insert, at the flush. {@code @GeneratedValue} may stand beside
 * this annotation and changes nothing.
 *
 * <p>Each process needs a worker number of its own. Without a setting it reserves one in the table {@code idgen_worker} of the
 * entities' database when the session factory is made, and renews it while the process runs. Hibernate's schema tools make
 * the table; where they are off, the start fails with the statement that makes it.
 *
 * <p>The settings have the values for all attributes (the default layout, your own layouts, the worker number):
 * {@link IdgenSettings}.
 */
@IdGeneratorType(AnnotatedSnowflakeIdGenerator.class)
@ValueGenerationType(generatedBy = AnnotatedSnowflakeIdGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeId {

    /**
     * The name of the layout. All attributes with one layout share one sequence of ids.
     *
     * @return a ready-made layout or one declared in {@link IdgenSettings#SNOWFLAKE_LAYOUTS}; empty, the default, means
     *     the layout named by {@link IdgenSettings#SNOWFLAKE_LAYOUT}
     */
    String layout() default "";

    /**
     * How a {@code String} attribute writes the number, and with a {@link #prefix()} the text of a number; without one,
     * other types ignore it.
     *
     * @return 13 characters of Crockford's Base32, the default; 19 decimal digits; decimal digits without leading zeros,
     *     which do not sort as the numbers do; or date, time and numbers that people can read
     */
    SnowflakeText text() default SnowflakeText.CROCKFORD_BASE32;

    /**
     * A prefix of ids as text outside of the database: {@code prefix = "ord_"} writes {@code ord_0AKSEGW30SC00}. The column
     * holds the id without it. {@link Idgen#idText} writes and reads such text, and Spring Boot's JSON, path variables and
     * parameters do.
     *
     * @return up to 32 letters, digits and {@code - . _ ~}, which an address takes as they are; empty, the default, for none
     */
    String prefix() default "";

    /**
     * Whether the text outside of the database is sealed: encrypted with a key of {@link IdgenSettings#SEAL_KEYS}, so that
     * it does not reveal when the row was made, how many there are, or which comes next. The same id has the same text. The
     * column and queries contain the plain id.
     *
     * @return {@code true} to seal it, which takes a {@link #prefix()} that no other attribute has: a text with another prefix
     *     does not belong to this attribute; {@code false}, the default, to write the id as it is
     */
    boolean sealed() default false;

    /**
     * The numbers of this entity for the layout's entity fields.
     *
     * @return a number for each field; one left out is 0
     */
    Field[] fields() default {};

    /**
     * The attribute that decides the shard, so that, for example, all rows of one customer are in one shard by their
     * ids as well. It must have its value before the id is made, and must not change after that, since the id does not change.
     *
     * @return the name of another attribute of the entity: a whole number, a {@code String}, a {@code UUID}, a
     *     {@code byte[]}, an enum, or an association to one, of which the id counts; empty, the default, where the layout
     *     has no shard field
     */
    String shardBy() default "";

    /**
     * The function that turns the value of {@link #shardBy()} into a shard.
     *
     * @return {@link ShardFunction#HASH}, the default, or {@link ShardFunction#LOW_BITS} for numbers that are spread already
     */
    ShardFunction shardFunction() default ShardFunction.HASH;

    /**
     * Whether a value that the application has set is kept.
     *
     * @return {@code true} to keep it and generate only where it is {@code null} or 0, and refuse a {@code BigInteger}
     *     that a {@code long} does not hold; {@code false}, the default, to
     *     let Hibernate treat an entity with a single identifier as detached, and replace a part of a composite one and what
     *     is no identifier
     */
    boolean assignable() default false;

    /** The number that an entity puts into one field of its layout. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({})
    @interface Field {

        /**
         * The field's name.
         *
         * @return an entity field of the layout
         */
        String name();

        /**
         * The field's number.
         *
         * @return 0 up to the highest value that fits the field
         */
        long value();
    }
}
