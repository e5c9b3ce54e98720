package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.SessionFactoryEngines;
import io.github.hibernateidgen.internal.factory.TimeSpans;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.lang.annotation.Annotation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Gives access to this library in one session factory, for reports, metrics and health checks, and for code that needs an
 * id of the same sequence without an entity.
 *
 * <p>Thread-safe. Reading never consumes an id or sends SQL. {@code next} costs as much as an id costs {@code persist()},
 * but it never fetches a segment on a connection of the caller, so the pool must have another one.
 */
public final class Idgen {

    private final Engines engines;
    private final NextValues values;

    private Idgen(Engines engines, SessionFactory factory) {
        this.engines = engines;
        this.values = new NextValues(engines, factory);
    }

    /**
     * Returns the access to a session factory.
     *
     * @param factory the session factory; with Jakarta Persistence {@code
     *     entityManagerFactory.unwrap(SessionFactory.class)}
     * @return this library's view of the session factory
     */
    public static Idgen of(SessionFactory factory) {
        SessionFactoryImplementor own =
                factory.unwrap(SessionFactoryImplementor.class); // Frameworks wrap it in proxies.
        return new Idgen(SessionFactoryEngines.of(own), own);
    }

    /**
     * Finds the access to an entity manager factory.
     *
     * @param factory the entity manager factory
     * @return this library's view of the session factory; none if it is closed, or not of Hibernate
     */
    public static Optional<Idgen> find(EntityManagerFactory factory) {
        if (!factory.isOpen()) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(factory.unwrap(SessionFactory.class)));
        } catch (PersistenceException e) {
            return Optional.empty();
        }
    }

    /** {@return the attributes whose values are generated, with the choices made for each} */
    public List<GeneratedAttribute> attributes() {
        return engines.attributes().all().stream().map(GeneratedAttribute::new).toList();
    }

    /**
     * Returns an object that turns spans of time into ranges of an attribute's values.
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
        EntityType<E> mapped = values.entity(entity);
        ManagedType<?> type = mapped;
        for (String step : attribute.split("\\.", -1)) {
            if (type == null) {
                throw new IllegalArgumentException(
                        "attribute [" + attribute + "] of [" + entity.getName() + "] has no parts");
            }
            SingularAttribute<?, ?> next = type.getSingularAttribute(step);
            way.add(next);
            type = next.getType() instanceof ManagedType<?> parts ? parts : null;
        }
        BoundAttribute bound = values.bound(mapped, attribute);
        TimeSpans spans = bound.spans();
        if (spans == null) {
            throw new IllegalArgumentException(
                    bound.path() + " has numbers of segments, which do not tell the time; use a column for it");
        }
        return new TimeRanges<>(entity, bound.path(), way, spans);
    }

    /**
     * Makes the next id of an entity, of the same sequence as those that {@code persist()} gives: whichever of the two is
     * asked later gives the greater one. The id is not set on any entity; map the attribute with {@code assignable = true}
     * to persist one with it.
     *
     * <p>Of a tenant's segments it is an id of the tenant that {@link SessionFactory#openStatelessSession()} finds.
     *
     * @param entity the entity, whose id is one attribute
     * @return the id, in the attribute's own type
     * @throws IllegalArgumentException if the class is no entity, its id is composite or not generated by this library, or
     *     another attribute of the entity decides the shard of its ids
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no id can be made now, where {@code persist()} throws it
     */
    public Object next(Class<?> entity) {
        return values.next(entity, null);
    }

    /**
     * Makes the next id of an entity, as {@link #next(Class)} does.
     *
     * @param <T> the attribute's type
     * @param entity the entity, whose id is one attribute
     * @param type the attribute's type, such as {@code Long.class}
     * @return the id
     * @throws IllegalArgumentException as there, and if the attribute is of another type
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no id can be made now, where {@code persist()} throws it
     */
    public <T> T next(Class<?> entity, Class<T> type) {
        return values.next(entity, null, type);
    }

    /**
     * Makes the next value of one of an entity's attributes, as {@link #next(Class)} does of its id.
     *
     * @param <T> the attribute's type
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded one
     * @param type the attribute's type, such as {@code UUID.class}
     * @return the value
     * @throws IllegalArgumentException if the class is no entity, the attribute is none whose values this library makes or
     *     of another type, or another attribute of the entity decides its shard
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no value can be made now, where {@code persist()} throws it
     */
    public <T> T next(Class<?> entity, String attribute, Class<T> type) {
        return values.next(entity, attribute, type);
    }

    /**
     * Returns how the ids of an entity, or of a typed id, are written as text.
     *
     * @param type the entity; or the class of its ids, such as {@code OrderId}
     * @return the text
     * @throws IllegalArgumentException if it is neither of the two, or an entity whose id is composite or not made by this library
     */
    public IdText idText(Class<?> type) {
        for (IdText text : idTexts()) {
            if (text.type() == type) {
                return text;
            }
        }
        return idText(type, values.id(values.entity(type)));
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
        BoundAttribute bound = values.bound(values.entity(entity), attribute);
        return new IdText(bound.path(), bound.notation());
    }

    /**
     * Finds the text of a value of which only the annotation is known, such as a component of a record that is sent instead
     * of the entity.
     *
     * @param name the annotated element's name, for messages
     * @param type the type of the value
     * @param annotation a {@link SnowflakeId}, a {@link CombGuid} or a {@link SegmentId}; others have no text
     * @return the text; as of {@link IdText#of}. If it is sealed, that of the attribute of this session factory that is sealed
     *     with the same prefix; none if there is no such attribute
     * @throws IllegalArgumentException if an address would escape the prefix
     */
    public Optional<IdText> idText(String name, Class<?> type, Annotation annotation) {
        AnnotatedValue value = AnnotatedValue.of(type, annotation);
        if (value == null || !value.sealed()) {
            return IdText.of(name, type, annotation);
        }
        List<Notation> sealed = attributes().stream()
                .filter(attribute -> attribute.kind() == value.kind())
                .map(GeneratedAttribute::notation)
                .filter(notation -> notation.seal() != null && notation.prefix().equals(value.prefix()))
                .toList();
        return sealed.stream()
                .filter(notation -> notation.type() == type)
                .findFirst()
                .or(() -> sealed.stream()
                        .findFirst()
                        .flatMap(other -> value.text().map(own -> own.sealedAs(other))))
                .map(notation -> new IdText(name, notation));
    }

    /** {@return the form of ids as text, for each type of typed ids} */
    public List<IdText> idTexts() {
        Map<Class<?>, IdText> texts = new LinkedHashMap<>();
        for (BoundAttribute bound : engines.attributes().all()) {
            if (bound.notation().idClass() != null) {
                texts.putIfAbsent(bound.notation().type(), new IdText(bound.path(), bound.notation()));
            }
        }
        return List.copyOf(texts.values());
    }

    /**
     * Writes an id of a class of its own as text: {@code text(order.id())}.
     *
     * @param id the id
     * @return the text, with the prefix of its annotation
     * @throws IllegalArgumentException if its class is not a class of ids; write it with {@link #idText} of its entity
     */
    public String text(Object id) {
        return idText(id.getClass()).write(id);
    }

    /**
     * Reads an id of a class of its own: {@code parse(OrderId.class, "ord_0AKSEGW30SC00")}.
     *
     * @param <T> the typed id
     * @param type the typed id; of an entity give {@linkplain #parse(Class, Class, String) the type of its id, too}
     * @param text the text
     * @return the id
     * @throws IdTextException if the text is of no such id
     * @throws IllegalArgumentException if the class is not a class of ids
     */
    public <T> T parse(Class<T> type, String text) {
        return parse(type, type, text);
    }

    /**
     * Reads an id of an entity: {@code parse(Invoice.class, Long.class, "inv_0AKSEGW30SC00")}.
     *
     * @param <T> the attribute's type
     * @param entity the entity, whose id is one attribute
     * @param type the attribute's type, such as {@code Long.class}
     * @param text the text
     * @return the id
     * @throws IdTextException if the text is of no such id
     * @throws IllegalArgumentException if the class is no entity, its id is composite or not made by this library, or of another
     *     type
     */
    public <T> T parse(Class<?> entity, Class<T> type, String text) {
        IdText known = idText(entity);
        return NextValues.cast(known.read(text), type, known.path(), ", as in parse(Order.class, Long.class, text)");
    }

    /**
     * Returns the Snowflake generators, one for each layout in use. Generators of layouts that differ in their names only share
     * their sequence, and its statistics.
     *
     * @return the generators that the attributes share
     */
    public List<SnowflakeGenerator> snowflakeGenerators() {
        return engines.snowflakes().generators();
    }

    /** {@return the layouts that an attribute can name: the ready-made layouts and the layouts of the settings} */
    public List<SnowflakeLayout> layouts() {
        return List.copyOf(engines.layouts());
    }

    /**
     * Returns the meters: of the values of each attribute, of segments, of each layout, and of the reservation if the worker
     * number is reserved.
     *
     * @return the meters, for a metrics library to register
     */
    public List<IdgenMeter> meters() {
        return IdgenMeter.of(this, engines.clock());
    }

    /**
     * Returns whether ids can be made now, for health checks: the health of each layout, of the reservation if the worker
     * number is reserved, and of the segments of each attribute, for each tenant that has asked for an id. An id can be made
     * if all its parts let it be made.
     *
     * @return the parts, the layouts first
     */
    public List<PartHealth> health() {
        List<PartHealth> parts = new ArrayList<>();
        Instant now = engines.clock().instant();
        for (SnowflakeGenerator generator : snowflakeGenerators()) {
            parts.add(PartHealth.of(generator, now));
        }
        if (workerSource().orElse(null) instanceof ReservedWorkerSource source) {
            parts.add(PartHealth.of(source.status()));
        }
        for (GeneratedAttribute attribute : attributes()) {
            List<SegmentStatistics> tenants = attribute.segments();
            for (int i = 0; i < tenants.size(); i++) {
                String number = tenants.size() > 1 ? " " + (i + 1) : "";
                parts.add(PartHealth.of("segments " + attribute.path() + number, tenants.get(i)));
            }
        }
        return parts;
    }

    /**
     * Returns where the worker number comes from. A reserved one comes from a
     * {@link io.github.hibernateidgen.worker.reservation.ReservedWorkerSource}, which returns its status.
     *
     * @return the source; none where no attribute has Snowflake ids, and after the close
     */
    public Optional<WorkerSource> workerSource() {
        return engines.snowflakes().source();
    }
}
