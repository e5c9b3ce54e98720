package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.types.IdClass;
import java.math.BigInteger;
import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the values of one attribute when Hibernate asks for them. It calls an engine, and adds the attribute's name to the
 * engine's errors. It sends no SQL.
 *
 * <p>Thread-safe once bound.
 */
public abstract class AttributeGenerator implements BeforeExecutionGenerator {

    private static final long serialVersionUID = 1L;

    private transient @Nullable AttributeValues values;
    private transient @Nullable IdClass idClass;
    private String attribute = "";
    private boolean assignable;

    AttributeGenerator() {}

    /** Adds tables to the mapping that the attribute needs beside the entity's own. */
    protected void prepare(MappedAttribute attribute) {}

    /** Connects this generator to its engine. Each subclass calls this method when it binds. */
    protected final void bind(AttributeValues values, MappedAttribute attribute, ValueOptions options) {
        this.idClass = attribute.idClass();
        this.values = idClass == null ? values : values.in(idClass);
        this.attribute = attribute.path();
        this.assignable = options.assignable() || attribute.copiesId();
        Engines engines = attribute.engines();
        engines.attributes().makes(this.attribute, attribute.entity() != null, this::nextWithoutEntity);
        // Both faults were seen on Hibernate Reactive 3.3.5, the second one also on 2.4.11.
        if (attribute.isPartOfId()) {
            engines.refuseInReactive(attribute.invalid(
                    "part of an id",
                    "Hibernate Reactive drops what is generated for a part of a composite id; give the entity an @Id"
                            + " of one attribute"));
        } else if (options.assignable() && attribute.isWholeId()) {
            engines.refuseInReactive(attribute.invalid(
                    "assignable",
                    "Hibernate Reactive does not say which id is set, so a generated one would take its place; leave"
                            + " assignable out, and the id to its generator"));
        }
    }

    @Override
    public final Object generate(
            SharedSessionContractImplementor session,
            @Nullable Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        if (assignable && currentValue != null && isSet(currentValue, idClass)) {
            return assigned(currentValue);
        }
        try {
            return requireNonNull(values).next(session, owner);
        } catch (IllegalStateException e) {
            throw new IdentifierGenerationException(attribute + ": " + e.getMessage(), e);
        }
    }

    /** Makes a value for code that has no entity. Only ids with a shard use session and owner, and are refused here. */
    @SuppressWarnings("NullAway")
    private Object nextWithoutEntity() {
        return generate(null, null, null, EventType.INSERT);
    }

    private Object assigned(Object value) {
        try {
            return requireNonNull(values).assigned().apply(value);
        } catch (IllegalArgumentException e) {
            throw new IdentifierGenerationException(
                    attribute + ": [" + GivenText.shown(String.valueOf(value)) + "] is set, but " + e.getMessage(), e);
        }
    }

    /** Refuses a missing value where Hibernate writes it without asking for one. */
    final void requireValue(@Nullable Object value) {
        if (!isSet(value, idClass)) {
            throw new IdentifierGenerationException(
                    attribute + ": [" + value + "] would be written, since Hibernate"
                            + " generates no values in upsert(); use insert() and update(), or set the value, which Hibernate before 7.4 may ignore");
        }
    }

    /** Requires that an id is set where Hibernate writes a row without asking for one. */
    final void requireId(@Nullable Object id) {
        requireId(attribute, id, idClass);
    }

    static void requireId(String attribute, @Nullable Object id, @Nullable IdClass idClass) {
        if (!isSet(id, idClass)) {
            throw new IdentifierGenerationException(attribute + ": [" + id
                    + "] is no id of a row, and Hibernate generates none in upsert(); use insert()"
                    + " for a new row, and for @Save of Jakarta Data add @GeneratedValue to the id");
        }
    }

    /** Whether a value was set. A primitive that was never set is 0, which no generated id is. */
    static boolean isSet(@Nullable Object value, @Nullable IdClass idClass) {
        Object set = value == null || idClass == null ? value : idClass.unwrap(value);
        return set instanceof BigInteger big
                ? big.signum() != 0
                : set instanceof Number number ? number.longValue() != 0 : set != null;
    }

    @Override
    public final EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public final boolean allowAssignedIdentifiers() {
        return assignable;
    }

    /** Returns the end of the message with which Hibernate refuses an {@code insert ... select} without an id. */
    @Override
    public final String toString() {
        return "generator of " + attribute + ", which makes values in Java and not in SQL; in an insert ... select,"
                + " select the id too, or persist the entities";
    }
}
