package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.internal.database.TableColumn;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.text.GivenText;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Binds an attribute to the engine that makes its values. A bound attribute keeps no reference to the mapping.
 * Thread-safe.
 *
 * @param path the entity and the attribute
 * @param place where the values are stored
 * @param values describes the values
 * @param reason explains why the attribute has this layout, order or sequence
 * @param notation the text of the values outside of the database
 * @param engine a {@code SnowflakeGenerator}, a {@code GuidGenerator} or {@code AttributeSegments}
 * @param maker makes the values
 * @param assigned turns a value that the application has set into the value that the database will return, or throws an
 *     {@code IllegalArgumentException} whose message continues a sentence that starts with the value
 * @param isAssignable whether a value that the application has set is stored in place of a generated value
 * @param spans finds the values of a span of time; null if the values do not contain the time
 * @param sharding finds the shard of each value; null if the values have no shard
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

    /** Makes values. The bound attribute counts them. */
    public interface Maker {

        /**
         * Makes the next value.
         *
         * @param owner the entity; null if Hibernate passes no entity, as for HQL
         * @throws IllegalStateException if no value can be made now
         */
        Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner);

        /** Makes a value for code that has neither a session nor an entity. */
        default Object next(SessionFactory factory) {
            return next(null, null);
        }
    }

    /**
     * The column that contains the values of an attribute. Several attributes can have the same column: attributes of
     * entities that are mapped to one table, or an id class and its entity.
     *
     * @param columnType the type of the column
     * @param written the columns to which the values are written: the column itself, and the keys of secondary tables and
     *     of the tables of subclasses
     * @param mayRefer whether the application can set the attribute to the id of another entity
     */
    public record Place(TableColumn column, String columnType, List<TableColumn> written, boolean mayRefer) {

        boolean isColumnOf(Place other) {
            return column.equals(other.column);
        }

        /** Returns the column and its type. */
        public String describe() {
            return column.name() + " of type " + columnType;
        }
    }

    /** Describes the attribute and the choices that were made for it. */
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

    /** Returns whether the given value is stored in place of a generated value. */
    public boolean isAssigned(@Nullable Object value) {
        return isAssignable && value != null && isSet(value);
    }

    /** Returns whether a value was set. A primitive that was never set is 0, and no generated id is 0. */
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
     * @throws IdentifierGenerationException if the column can't contain the value
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

    /** Requires a value where Hibernate writes the value without a call to the generator. */
    public void requireValue(@Nullable Object value) {
        if (!isSet(value)) {
            throw new IdentifierGenerationException(
                    path + ": [" + value + "] would be written, since Hibernate generates no values in upsert(); use"
                            + " insert() and update(), or set the value, which Hibernate before 7.4 may ignore");
        }
    }

    /** Requires an id where Hibernate writes a row without a call to the generator. */
    public void requireId(@Nullable Object id) {
        if (!isSet(id)) {
            throw new IdentifierGenerationException(path + ": [" + id
                    + "] is not the id of a row, and Hibernate generates no id in upsert(); use insert() for a new"
                    + " row, and for @Save of Jakarta Data add @GeneratedValue to the id");
        }
    }
}
