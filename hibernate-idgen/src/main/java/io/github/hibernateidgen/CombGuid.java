package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Gives an attribute a COMB GUID: 128 bits of time, counter and secure random bits, ascending in the order in which its
 * column on this database compares.
 *
 * <pre>{@code
 * @Id @CombGuid UUID id;
 * }</pre>
 *
 * <p>The attribute may be a {@code UUID}, a {@code byte[]} of 16 bytes, or a {@code String}: 36 characters, or 32
 * without hyphens where the column's length is 32 to 35, and as the driver writes them where the column has the
 * database's own type for GUIDs; or of a class of its own with one of these as its only component. It may be an identifier, a
 * part of a composite identifier, or
 * another attribute, of the entity or of an embeddable directly in it (Hibernate generates nothing in an embeddable
 * inside another, or in a collection). An identifier has its value when {@code persist()} returns; another attribute gets it when
 * Hibernate builds the insert, at the flush. {@code @GeneratedValue} may stand beside this annotation and changes
 * nothing.
 */
@IdGeneratorType(AnnotatedCombGuidGenerator.class)
@ValueGenerationType(generatedBy = AnnotatedCombGuidGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface CombGuid {

    /**
     * The order in which the column compares.
     *
     * @return {@link Order#AUTO}, the default, to read it from the column and the dialect at start-up. Another order is
     *     used as it is; where it does not fit the column, that is logged as a warning
     */
    Order order() default Order.AUTO;

    /**
     * The meaning of the bytes.
     *
     * @return {@link GuidFormat#RFC_9562}, the default, or the format of a .NET library that writes the same table; a
     *     format that does not ascend on the column is refused at start-up
     */
    GuidFormat format() default GuidFormat.RFC_9562;

    /**
     * The form of a GUID as text outside of the database. A {@code String} in a column is not affected.
     *
     * @return {@link GuidNotation#UUID}, the default; or {@link GuidNotation#TYPE_ID} or {@link GuidNotation#ULID}, 26 characters
     */
    GuidNotation text() default GuidNotation.UUID;

    /**
     * A prefix of ids as text outside of the database: {@code prefix = "ord_"} writes {@code
     * ord_0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5}. The column holds the id without it. {@link Idgen#idText} writes and reads
     * such text, and Spring Boot's JSON, path variables and parameters do.
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
     * Whether a value that the application has set is kept.
     *
     * @return {@code true} to keep it and generate only where it is {@code null}; a {@code String} for a GUID type of
     *     the database is then written as its driver gives it back, or refused if it is no GUID; {@code false}, the default, to let
     *     Hibernate treat an entity with a single identifier as detached, and replace a part of a composite one and what is no
     *     identifier
     */
    boolean assignable() default false;

    /** A {@link GuidOrder}, or the choice of an order. */
    enum Order {
        /** Chosen from the column's type and the dialect. */
        AUTO,
        /** {@link GuidOrder#BYTES}. */
        BYTES,
        /** {@link GuidOrder#SQL_SERVER}. */
        SQL_SERVER,
        /** {@link GuidOrder#MARIADB}. */
        MARIADB;

        /**
         * Returns the order that this constant names.
         *
         * @return the order, or empty for {@link #AUTO}
         */
        public Optional<GuidOrder> explicit() {
            return this == AUTO ? Optional.empty() : Optional.of(GuidOrder.valueOf(name()));
        }
    }
}
