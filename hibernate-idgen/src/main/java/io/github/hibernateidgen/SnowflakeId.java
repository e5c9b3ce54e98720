package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.snowflake.SnowflakeIdGenerator;
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
 * <p>The attribute may be a {@code Long}, {@code long}, {@code BigInteger} or {@code String}, or a typed id: a class
 * with such a value as its only component, such as {@code record OrderId(long value)}. The attribute may be an
 * identifier, a part of a composite identifier, or another attribute. It may belong to the entity or to an embeddable
 * directly in the entity. Hibernate does not generate values in an embeddable inside another embeddable or in a
 * collection. An identifier has its value when {@code persist()} returns; another attribute gets its value at the
 * flush, when Hibernate builds the insert. {@code @GeneratedValue} is allowed beside this annotation; only Jakarta
 * Data's {@code @Save} needs {@code @GeneratedValue}.
 *
 * <p>Each process needs its own worker number. By default a process reserves a number in the table {@code idgen_worker}
 * of the entities' database when the session factory is made, and renews the reservation while the process runs.
 * Hibernate's schema tools create the table. If the schema tools are off and the table is missing, startup fails, and
 * the error message contains the statement that creates the table.
 *
 * <p>{@link IdgenSettings} has the settings that apply to all attributes: the default layout, your own layouts and the
 * worker number.
 */
@IdGeneratorType(SnowflakeIdGenerator.class)
@ValueGenerationType(generatedBy = SnowflakeIdGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeId {

    /**
     * The name of the layout. All attributes with the same layout share a sequence of ids.
     *
     * @return a ready-made layout or a layout from {@link IdgenSettings#SNOWFLAKE_LAYOUTS}; empty, the default, for the
     *     layout that {@link IdgenSettings#SNOWFLAKE_LAYOUT} names
     */
    String layout() default "";

    /**
     * The form in which a {@code String} contains the number. Startup fails if another form is given for an attribute of
     * another type: {@link io.github.hibernateidgen.text.PublicId} gives ids a text outside of the database.
     *
     * @return 13 characters of Crockford's Base32, the default; 19 decimal digits; decimal digits without leading
     *     zeros, which do not sort like the numbers; or a readable form with date, time and numbers
     */
    SnowflakeText text() default SnowflakeText.CROCKFORD_BASE32;

    /**
     * The numbers of this entity for the layout's entity fields.
     *
     * @return a number for each field; a missing field is 0
     */
    Field[] fields() default {};

    /**
     * The attribute that decides the shard, so that, for example, the ids of all rows of a customer contain the same
     * shard. The attribute must have its value before the id is made, and must not change after that, because the id
     * does not change.
     *
     * @return the name of another attribute of the entity: a whole number, a {@code String}, a {@code UUID}, a {@code
     *     byte[]}, an enum, or an association to one entity, whose id is used; empty, the default, if the layout has no
     *     shard field
     */
    String shardBy() default "";

    /**
     * The function that turns the value of {@link #shardBy()} into a shard.
     *
     * @return {@link ShardFunction#HASH}, the default, or {@link ShardFunction#LOW_BITS} for numbers that are already
     *     evenly distributed
     */
    ShardFunction shardFunction() default ShardFunction.HASH;

    /**
     * Whether a value that the application has set is kept.
     *
     * @return {@code true} to keep the value, and to generate only where the value is {@code null} or 0; a {@code
     *     BigInteger} that does not fit a {@code long} is rejected; {@code false}, the default, to generate every value.
     *     With {@code false}, Hibernate treats an entity whose single identifier is set as detached; in a part of a
     *     composite identifier, or in another attribute, the generated value replaces the set value
     */
    boolean assignable() default false;

    /** The number of an entity for one entity field of its layout. */
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
         * @return 0 to the highest value that fits the field
         */
        long value();
    }
}
