package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.text.IdText;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * An attribute that is bound to the engine that makes its values. Each kind of ids has a subclass. A bound attribute keeps no
 * reference to the mapping. Thread-safe.
 */
public abstract class BoundAttribute implements GeneratedAttribute {

    /** Makes the attribute's values, as the column contains them. */
    protected final Notation values;

    private final String path;
    private final Place place;
    private final String reason;
    private final Notation text;
    private final boolean isAssignable;
    private final LongAdder issued;
    private final int laneCount;

    /** Null if the values have a single lane. */
    private final @Nullable SessionLanes lanes;

    /** A generator that Hibernate calls, with the attribute whose values it makes. */
    public interface Generator {

        /** Returns the bound attribute, which exists once Hibernate has made the session factory. */
        BoundAttribute bound();
    }

    /**
     * Called by the kinds.
     *
     * @param columnType the type of the column
     * @param reason explains why the attribute has this layout, order or sequence
     * @param values makes the values; its text is the text of the values in the column
     * @param assignable whether a value that the application has set is kept
     * @param lanes the number of lanes of the values
     */
    protected BoundAttribute(
            MappedAttribute attribute,
            Object columnType,
            String reason,
            Notation values,
            boolean assignable,
            int lanes) {
        this.path = attribute.path();
        this.place = attribute.place(columnType, assignable);
        this.reason = reason;
        this.values = values;
        this.text = AttributeText.of(attribute, values, assignable);
        this.isAssignable = attribute.isAssignable(assignable);
        BoundAttribute earlier = attribute.bound(); // An attribute that was bound before keeps its counter.
        this.issued = earlier == null ? new LongAdder() : earlier.issued;
        this.laneCount = lanes;
        this.lanes = lanes == 1 ? null : attribute.engines().lanes();
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
    record Place(TableColumn column, String columnType, List<TableColumn> written, boolean mayRefer) {}

    /** Describes the values, for the log. */
    protected abstract String describe();

    /**
     * Makes the next value for Hibernate. A kind counts the value with {@link #counted}, and turns an {@code
     * IllegalStateException}, which says that no value can be made now, into the exception of {@link #failed}.
     *
     * @param owner the entity; null if Hibernate passes no entity, as for HQL
     * @throws IdentifierGenerationException if no value can be made now
     */
    public abstract Object next(@Nullable SharedSessionContractImplementor session, @Nullable Object owner);

    /** Makes the next value for code that has neither a session nor an entity. */
    public Object next(SessionFactory factory) {
        return next(null, null);
    }

    /** Returns the lane of a session, or of the calling thread if there is no session. */
    protected final int lane(@Nullable SharedSessionContractImplementor session) {
        return lanes == null ? 0 : lanes.of(session, laneCount);
    }

    /** Counts a value, and returns it. */
    protected final Object counted(Object value) {
        issued.increment();
        return value;
    }

    /** Makes an exception that names the attribute. */
    protected final IdentifierGenerationException failed(RuntimeException cause) {
        return new IdentifierGenerationException(path + ": " + cause.getMessage(), cause);
    }

    /**
     * Turns a value that the application has set into the value that the database will return.
     *
     * @throws IllegalArgumentException if the column can't contain the value; the message continues a sentence that starts
     *     with the value
     */
    protected Object stored(Object given) {
        return given;
    }

    /**
     * Finds the values that belong to a span of time. A kind whose values contain the time at which they were made overrides
     * this method.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @param range makes a range of its lowest and its highest value, both as the attribute holds them and inclusive
     * @return the ranges, ascending
     * @throws IllegalArgumentException if the span is empty, or outside of the time that the values can hold
     * @throws IllegalStateException if the values do not sort by time, or if the span has too many ranges
     */
    public <R> List<R> ranges(Instant from, Instant to, BiFunction<Object, Object, R> range) {
        throw new UnsupportedOperationException(path);
    }

    @Override
    public final String path() {
        return path;
    }

    /** Returns where the values are stored. */
    final Place place() {
        return place;
    }

    /** Returns the tables to which the values are written. */
    public final List<TableName> tables() {
        return place.written().stream().map(TableColumn::table).toList();
    }

    /** Returns a column to which the values of this attribute and of another attribute are written; empty if there is none. */
    public final Optional<String> columnSharedWith(BoundAttribute other) {
        return place.written().stream()
                .filter(other.place.written()::contains)
                .map(TableColumn::toString)
                .findFirst();
    }

    @Override
    public final String column() {
        return place.column().name() + " of type " + place.columnType();
    }

    @Override
    public final String reason() {
        return reason;
    }

    /** Returns the text of the values outside of the database. */
    final Notation notation() {
        return text;
    }

    @Override
    public final IdText text() {
        return new IdText(path, text);
    }

    @Override
    public final String prefix() {
        return text.prefix();
    }

    @Override
    public final long issued() {
        return issued.sum();
    }

    /** Returns whether a value that the application has set is stored in place of a generated value. */
    public final boolean isAssignable() {
        return isAssignable;
    }

    /** Returns whether the given value is stored in place of a generated value. */
    public final boolean isAssigned(@Nullable Object value) {
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
        IdClass idClass = text.idClass();
        return value == null || idClass == null ? value : idClass.unwrap(value);
    }

    /**
     * Returns the value that is stored for a value that the application has set.
     *
     * @throws IdentifierGenerationException if the column can't contain the value
     */
    final Object assigned(Object value) {
        Object component = component(value);
        try {
            Object stored = component == null ? null : stored(component);
            return stored == null || stored.equals(component) ? value : text.typed(stored);
        } catch (IllegalArgumentException e) {
            throw new IdentifierGenerationException(
                    path + ": [" + GivenText.shown(String.valueOf(value)) + "] is set, but " + e.getMessage(), e);
        }
    }

    /** Requires a value where Hibernate writes the value without a call to the generator. */
    final void requireValue(@Nullable Object value) {
        if (!isSet(value)) {
            throw new IdentifierGenerationException(
                    path + ": [" + value + "] would be written, since Hibernate generates no values in upsert(); use"
                            + " insert() and update(), or set the value, which Hibernate before 7.4 may ignore");
        }
    }

    /** Requires an id where Hibernate writes a row without a call to the generator. */
    final void requireId(@Nullable Object id) {
        if (!isSet(id)) {
            throw new IdentifierGenerationException(path + ": [" + id
                    + "] is not the id of a row, and Hibernate generates no id in upsert(); use insert() for a new"
                    + " row, and for @Save of Jakarta Data add @GeneratedValue to the id");
        }
    }

    /** Describes the attribute and the choices that were made for it. */
    @Override
    public final String toString() {
        return path + ": " + describe() + " for column " + column() + ", " + reason;
    }
}
