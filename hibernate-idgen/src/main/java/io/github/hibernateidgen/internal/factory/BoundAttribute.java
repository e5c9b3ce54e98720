package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.types.IdClass;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * An attribute whose values this library makes, bound to the engine that makes them. It keeps no reference to the mapping.
 * Thread-safe.
 *
 * @param path the entity and the attribute
 * @param place where the values are stored
 * @param values describes the values
 * @param reason tells why the attribute has this layout, order or sequence
 * @param notation the text of its values outside of the database
 * @param engine a {@code SnowflakeGenerator}, a {@code GuidGenerator} or {@code AttributeSegments}
 * @param maker makes the values
 * @param assigned turns a value that the application has set into the value that the database will return, or throws an
 *     {@code IllegalArgumentException} whose message continues a sentence that starts with the value
 * @param isAssignable whether a value that the application has set is stored
 * @param spans finds the values of a span of time; null if the values do not contain the time
 * @param sharding the source of the shard of the values, or null
 * @param issued counts the values
 */
public record BoundAttribute(
        String path,
        Place place,
        String values,
        String reason,
        Notation notation,
        Object engine,
        Maker maker,
        UnaryOperator<Object> assigned,
        boolean isAssignable,
        @Nullable TimeSpans spans,
        @Nullable Sharding sharding,
        LongAdder issued) {

    /** Makes values, which it does not count. */
    public interface Maker {

        /**
         * Makes the next value.
         *
         * @param owner the entity; null where Hibernate has none, as in HQL
         * @throws IllegalStateException if no value can be made now
         */
        Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner);

        /** Makes a value for code that has neither a session nor an entity. */
        default Object next(SessionFactory factory) {
            return next(null, null);
        }
    }

    /**
     * The column that contains the values of an attribute. Several attributes can have one column: attributes of entities
     * that are mapped to one table, or an id class and its entity.
     *
     * @param columnType the type of the column
     * @param tables the tables that the values are written to, with the tables of subclasses
     * @param mayRefer whether the attribute can contain the id of another entity, which the application sets
     */
    public record Place(TableName table, String column, String columnType, List<TableName> tables, boolean mayRefer) {

        boolean isColumnOf(Place other) {
            return table.equals(other.table) && column.equalsIgnoreCase(other.column);
        }

        /** Returns the column and its type. */
        public String describe() {
            return column + " of type " + columnType;
        }
    }

    /** Describes the attribute and what was chosen for it. */
    public String describe() {
        return path + ": " + values + " for column " + place.describe() + ", " + reason;
    }

    /** Makes the next value for Hibernate. */
    public Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        try {
            Object value = maker.next(session, owner);
            issued.increment();
            return value;
        } catch (IllegalStateException e) {
            throw failed(e);
        }
    }

    /** Makes the next value for code that has neither a session nor an entity. */
    public Object next(SessionFactory factory) {
        try {
            Object value = maker.next(factory);
            issued.increment();
            return value;
        } catch (IllegalStateException e) {
            throw failed(e);
        }
    }

    private IdentifierGenerationException failed(IllegalStateException e) {
        return new IdentifierGenerationException(path + ": " + e.getMessage(), e);
    }

    /** Returns whether a value is stored instead of a generated one. */
    public boolean isAssigned(@Nullable Object value) {
        return isAssignable && value != null && isSet(value);
    }

    /** Returns whether a value was set. A primitive that was never set is 0, which no generated id is. */
    private boolean isSet(@Nullable Object value) {
        Object component = component(value);
        return component instanceof BigInteger big
                ? big.signum() != 0
                : component instanceof Number number ? number.longValue() != 0 : component != null;
    }

    private @Nullable Object component(@Nullable Object value) {
        IdClass idClass = notation.idClass();
        return value == null || idClass == null ? value : idClass.unwrap(value);
    }

    /**
     * Returns the value that is stored for a value that the application has set.
     *
     * @throws IdentifierGenerationException if the column can't contain it
     */
    public Object assigned(Object value) {
        Object component = component(value);
        try {
            Object stored = component == null ? null : assigned.apply(component);
            return stored == null || stored.equals(component) ? value : notation.typed(stored);
        } catch (IllegalArgumentException e) {
            throw new IdentifierGenerationException(
                    path + ": [" + GivenText.shown(String.valueOf(value)) + "] is set, but " + e.getMessage(), e);
        }
    }

    /** Requires a value where Hibernate writes it without asking for one. */
    public void requireValue(@Nullable Object value) {
        if (!isSet(value)) {
            throw new IdentifierGenerationException(
                    path + ": [" + value + "] would be written, since Hibernate"
                            + " generates no values in upsert(); use insert() and update(), or set the value, which Hibernate before 7.4 may ignore");
        }
    }

    /** Requires an id where Hibernate writes a row without asking for one. */
    public void requireId(@Nullable Object id) {
        if (!isSet(id)) {
            throw new IdentifierGenerationException(path + ": [" + id
                    + "] is no id of a row, and Hibernate generates none in upsert(); use insert()"
                    + " for a new row, and for @Save of Jakarta Data add @GeneratedValue to the id");
        }
    }
}
