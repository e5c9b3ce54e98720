package io.github.hibernateidgen;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.internal.engines.Engines;
import io.github.hibernateidgen.internal.engines.TimeSpans;
import io.github.hibernateidgen.internal.engines.ValueText;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.IdentifiableType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * What this library does in one session factory: for reports, metrics and health checks, and for code that needs an id
 * of the same sequence without an entity. Session factories that share a service registry share their generators, and are
 * seen as one.
 *
 * <p>Thread-safe. Asking costs no id and no statement.
 */
public final class Idgen {

    private final Engines engines;
    private final SessionFactory factory;

    private Idgen(Engines engines, SessionFactory factory) {
        this.engines = engines;
        this.factory = factory;
    }

    /**
     * Looks into a session factory.
     *
     * @param factory the session factory; with Jakarta Persistence {@code
     *     entityManagerFactory.unwrap(SessionFactory.class)}
     * @return what this library does in it
     */
    public static Idgen of(SessionFactory factory) {
        return new Idgen(
                requireNonNull(factory.unwrap(SessionFactoryImplementor.class)
                        .getServiceRegistry()
                        .getService(Engines.class)),
                factory);
    }

    /** {@return the attributes whose values are generated, and what was chosen for each} */
    public List<GeneratedAttribute> attributes() {
        return engines.attributes().stream().map(GeneratedAttribute::new).toList();
    }

    /**
     * Returns what turns spans of time into ranges of an attribute's values.
     *
     * @param <E> the entity
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded one
     * @return the ranges
     * @throws IllegalArgumentException if the entity has no such attribute, or none whose values are Snowflake ids or COMB
     *     GUIDs
     */
    public <E> TimeRanges<E> timeRanges(Class<E> entity, String attribute) {
        List<SingularAttribute<?, ?>> way = new ArrayList<>();
        ManagedType<?> type = factory.getMetamodel().entity(entity);
        for (String step : attribute.split("\\.", -1)) {
            if (type == null) {
                throw new IllegalArgumentException(
                        "attribute [" + attribute + "] of [" + entity.getName() + "] has no parts");
            }
            SingularAttribute<?, ?> next = type.getSingularAttribute(step);
            way.add(next);
            type = next.getType() instanceof ManagedType<?> parts ? parts : null;
        }
        BoundAttribute bound = bound(factory.getMetamodel().entity(entity), attribute);
        TimeSpans spans = bound.spans();
        if (spans == null) {
            throw new IllegalArgumentException(
                    bound.path() + " has numbers of segments, which do not tell the time; use a column for it");
        }
        return new TimeRanges<>(entity, bound.path(), way, spans);
    }

    /**
     * Returns how the ids of an entity, or of a class of ids, are written as text.
     *
     * @param type the entity; or the class of its ids, such as {@code OrderId}
     * @return the text
     * @throws IllegalArgumentException if it is neither, or an entity whose ids this library does not make
     */
    public IdText idText(Class<?> type) {
        for (IdText text : idTexts()) {
            if (text.type() == type) {
                return text;
            }
        }
        EntityType<?> entity = factory.getMetamodel().entity(type);
        for (SingularAttribute<?, ?> attribute : entity.getSingularAttributes()) {
            if (attribute.isId()) {
                return idText(type, attribute.getName());
            }
        }
        throw new IllegalArgumentException("[" + type.getName()
                + "] has an id of several parts; name one of them, as in idText(entity, \"id.number\")");
    }

    /**
     * Returns how the values of one attribute are written as text.
     *
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded one
     * @return the text
     * @throws IllegalArgumentException if the entity has no such attribute, or none whose values this library makes
     */
    public IdText idText(Class<?> entity, String attribute) {
        BoundAttribute bound = bound(factory.getMetamodel().entity(entity), attribute);
        return new IdText(bound.path(), requireNonNull(bound.text()));
    }

    /** {@return how ids are written, for each class of ids} */
    public List<IdText> idTexts() {
        Map<Class<?>, IdText> texts = new LinkedHashMap<>();
        for (BoundAttribute bound : engines.attributes()) {
            ValueText text = bound.text();
            if (text != null && text.isIdClass()) {
                texts.putIfAbsent(text.type(), new IdText(bound.path(), text));
            }
        }
        return List.copyOf(texts.values());
    }

    /**
     * Writes an id of a class of its own as text: {@code text(order.id())}.
     *
     * @param id the id
     * @return the text, with the prefix of its annotation
     * @throws IllegalArgumentException if its class is none of ids; write it with {@link #idText} of its entity
     */
    public String text(Object id) {
        return idText(id.getClass()).write(id);
    }

    /**
     * Reads an id: {@code parse(Order.class, "ord_0AKSEGW30SC00")}.
     *
     * @param type the entity, or the class of its ids
     * @param text the text
     * @return the id, as the entity holds it
     * @throws IdTextException if the text is of no such id
     * @throws IllegalArgumentException if the type is neither
     */
    public Object parse(Class<?> type, String text) {
        return idText(type).read(text);
    }

    /** What a superclass declares is known by its name. */
    private BoundAttribute bound(EntityType<?> entity, String attribute) {
        for (IdentifiableType<?> type = entity; type != null; type = type.getSupertype()) {
            if (type instanceof EntityType<?> named) {
                String path = named.getName() + "." + attribute;
                for (BoundAttribute bound : engines.attributes()) {
                    if (bound.path().equals(path)) {
                        return bound;
                    }
                }
            }
        }
        throw new IllegalArgumentException("attribute [" + attribute + "] of [" + entity.getName()
                + "] is none whose values this library makes; annotate it with @SnowflakeId or @CombGuid");
    }

    /**
     * Returns the Snowflake generators, one for each layout in use. Those of layouts that differ in their names only share
     * their sequence, and its statistics.
     *
     * @return the generators that the attributes share
     */
    public List<SnowflakeGenerator> snowflakeGenerators() {
        return engines.snowflakes();
    }

    /** {@return the layouts that an attribute can name: the ready-made ones and those of the settings} */
    public List<SnowflakeLayout> layouts() {
        return engines.layouts();
    }

    /**
     * Returns where the worker number comes from. A reserved one comes from a
     * {@link io.github.hibernateidgen.worker.reservation.ReservedWorkerSource}, which tells its status.
     *
     * @return the source; none where no attribute has Snowflake ids, and after the close
     */
    public Optional<WorkerSource> workerSource() {
        return engines.worker();
    }
}
