package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.guid.CombGuidGenerator;
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
 * Gives an attribute a COMB GUID: 128 bits of time, counter and secure random bits, ascending in the order in which the
 * database compares the column.
 *
 * <pre>{@code
 * @Id @CombGuid UUID id;
 * }</pre>
 *
 * <p>The attribute may be a {@code UUID}, a {@code byte[]} of 16 bytes, a {@code String}, or a typed id: a class with
 * such a value as its only component. A {@code String} has 36 characters, or 32 without hyphens if the column's length
 * is 32 to 35. If the column has the database's own type for GUIDs, the {@code String} has the form in which the driver
 * returns GUIDs. The attribute may be an identifier, a part of a composite identifier, or another attribute. It may belong
 * to the entity or to an embeddable directly in the entity. Hibernate does not generate values in an embeddable inside
 * another embeddable or in a collection. An identifier has its value when {@code persist()} returns; another attribute
 * gets its value at the flush, when Hibernate builds the insert. {@code @GeneratedValue} is allowed beside this
 * annotation; only Jakarta Data's {@code @Save} needs {@code @GeneratedValue}.
 */
@IdGeneratorType(CombGuidGenerator.class)
@ValueGenerationType(generatedBy = CombGuidGenerator.class)
@AttributeBinderType(binder = IdTypeBinder.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface CombGuid {

    /**
     * The order in which the database compares the column.
     *
     * @return {@link Order#AUTO}, the default, to derive the order from the column and the dialect at startup. Another
     *     order is used unchanged; if it does not fit the column, a warning is logged
     */
    Order order() default Order.AUTO;

    /**
     * The meaning of the bytes.
     *
     * @return {@link GuidFormat#RFC_9562}, the default; {@link GuidFormat#INNODB} for tables of MySQL or MariaDB; or
     *     the format of a .NET library that writes the same table. Startup fails if GUIDs of the format do not ascend
     *     on the column
     */
    GuidFormat format() default GuidFormat.RFC_9562;

    /**
     * Whether a value that the application has set is kept.
     *
     * @return {@code true} to keep the value, and to generate only where the value is {@code null}. A {@code String}
     *     for a GUID type of the database is then written in the form in which the driver returns it; if the {@code
     *     String} is not a GUID, the write throws. With {@code false}, the default, Hibernate treats an entity as
     *     detached if its identifier is a single attribute and has a value. In a part of a composite identifier, and in
     *     an attribute that is not an identifier, a generated value then replaces the application's value
     */
    boolean assignable() default false;

    /** A {@link GuidOrder}, or {@link #AUTO}. */
    enum Order {
        /** The order that follows from the column's type and the dialect. */
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
