package io.github.hibernateidgen;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Gives access to this library in one session factory: for reports, metrics and health checks, and for code that needs
 * a generated id without an entity.
 *
 * <p>Thread-safe. Methods that read never consume an id or send SQL. {@code next} costs about as much as the generation
 * of an id in {@code persist()}. But {@code next} never fetches a segment on the caller's connection. A caller that
 * holds a connection therefore needs a pool with a second connection.
 */
public final class Idgen {

    private final Engines engines;
    private final NextValues values;

    private Idgen(Engines engines, SessionFactory factory) {
        this.engines = engines;
        this.values = new NextValues(engines, factory);
    }

    /**
     * Returns the {@code Idgen} of a session factory.
     *
     * @param factory the session factory; with Jakarta Persistence {@code
     *     entityManagerFactory.unwrap(SessionFactory.class)}
     * @return this library's view of the session factory
     */
    public static Idgen of(SessionFactory factory) {
        SessionFactoryImplementor unwrapped =
                factory.unwrap(SessionFactoryImplementor.class); // Frameworks wrap session factories in proxies.
        return new Idgen(Engines.of(unwrapped), unwrapped);
    }

    /**
     * Finds the {@code Idgen} of an entity manager factory.
     *
     * @param factory the entity manager factory
     * @return this library's view of the session factory; empty if the factory is closed, or is not Hibernate's
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
        return List.copyOf(engines.attributes(BoundAttribute.class));
    }

    /**
     * Returns an object that turns spans of time into ranges of an attribute's values.
     *
     * @param <E> the entity
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded id
     * @return the ranges
     * @throws IllegalArgumentException if the entity has no such attribute, or the attribute's values are neither
     *     Snowflake ids nor COMB GUIDs
     */
    public <E> TimeRanges<E> timeRanges(Class<E> entity, String attribute) {
        List<SingularAttribute<?, ?>> steps = new ArrayList<>();
        EntityType<E> mapped = values.entity(entity);
        ManagedType<?> type = mapped;
        for (String step : attribute.split("\\.", -1)) {
            if (type == null) {
                throw new IllegalArgumentException(
                        "attribute [" + attribute + "] of [" + entity.getName() + "] has more parts than the entity's"
                                + " mapping; give an attribute, or id.number for a part of an embedded id");
            }
            SingularAttribute<?, ?> next = type.getSingularAttribute(step);
            steps.add(next);
            type = next.getType() instanceof ManagedType<?> parts ? parts : null;
        }
        BoundAttribute bound = values.bound(mapped, attribute);
        if (bound.kind() == GeneratedAttribute.Kind.SEGMENT) {
            throw new IllegalArgumentException(
                    bound.path() + " has numbers from segments, which contain no time; add a column for the time");
        }
        return new TimeRanges<>(entity, steps, bound);
    }

    /**
     * Makes the next id of an entity, from the same sequence as the ids of {@code persist()}. Of two calls, the later
     * call returns the greater id as long as the worker number stays the same, unless the ids have several lanes or a
     * scatter field. The id is not set on any entity. To persist an entity with the id, map the attribute with {@code
     * assignable = true}.
     *
     * <p>If segments are separate for each tenant, the id belongs to the tenant that {@link
     * SessionFactory#openStatelessSession()} resolves.
     *
     * @param entity the entity, whose id must be one attribute
     * @return the id, in the attribute's type
     * @throws IllegalArgumentException if the class is not an entity, its id is composite or not generated by this
     *     library, or another attribute of the entity decides the shard of its ids
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no id can be made now, as in {@code persist()}
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
     * @throws IllegalArgumentException in the cases of {@link #next(Class)}, and if the attribute has another type
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no id can be made now, as in {@code persist()}
     */
    public <T> T next(Class<?> entity, Class<T> type) {
        return values.next(entity, null, type);
    }

    /**
     * Makes the next value of an attribute, as {@link #next(Class)} does for the id.
     *
     * @param <T> the attribute's type
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded id
     * @param type the attribute's type, such as {@code UUID.class}
     * @return the value
     * @throws IllegalArgumentException if the class is not an entity, this library does not make the attribute's
     *     values, the attribute has another type, or another attribute of the entity decides its shard
     * @throws IllegalStateException if the session factory is closed
     * @throws org.hibernate.id.IdentifierGenerationException if no value can be made now, as in {@code persist()}
     */
    public <T> T next(Class<?> entity, String attribute, Class<T> type) {
        return values.next(entity, attribute, type);
    }

    /**
     * Returns the text form of an entity's ids, or of a typed id.
     *
     * @param type the entity; or the class of its ids, such as {@code OrderId}
     * @return the text
     * @throws IllegalArgumentException if the class has no {@link PublicId} and is no entity, or is an entity whose id is
     *     composite or not made by this library
     */
    public IdText idText(Class<?> type) {
        return publicIds().find(type).orElseGet(() -> idText(type, values.id(values.entity(type))));
    }

    /**
     * Returns the text form of an attribute's values.
     *
     * @param entity the entity
     * @param attribute its attribute, or {@code id.number} for a part of an embedded id
     * @return the text
     * @throws IllegalArgumentException if the entity has no such attribute, or this library does not make the
     *     attribute's values
     */
    public IdText idText(Class<?> entity, String attribute) {
        return values.bound(values.entity(entity), attribute).text();
    }

    /**
     * Returns an object that writes and reads the ids of classes and other places with a {@link PublicId}, with the keys of
     * this session factory: {@code new IdJacksonModule(idgen.publicIds())}.
     *
     * @return the same object at each call
     */
    public PublicIds publicIds() {
        return engines.publicIds();
    }

    /**
     * Writes a typed id as text: {@code text(order.id())}.
     *
     * @param id the id
     * @return the text
     * @throws IllegalArgumentException if the class of the id has no {@link PublicId}; use {@link #idText} with its entity
     *     instead
     */
    public String text(Object id) {
        return idText(id.getClass()).write(id);
    }

    /**
     * Parses a typed id: {@code parse(OrderId.class, "ord_0AKSEGW30SC00")}.
     *
     * @param <T> the typed id
     * @param type the class of the typed id; for an entity use {@link #parse(Class, Class, String)}, which also takes
     *     the type of the id
     * @param text the text
     * @return the id
     * @throws IdTextException if the text is not such an id
     * @throws IllegalArgumentException if the class has no {@link PublicId}
     */
    public <T> T parse(Class<T> type, String text) {
        return parse(type, type, text);
    }

    /**
     * Parses an id of an entity: {@code parse(Invoice.class, Long.class, "inv_0AKSEGW30SC00")}.
     *
     * @param <T> the attribute's type
     * @param entity the entity, whose id is one attribute
     * @param type the attribute's type, such as {@code Long.class}
     * @param text the text
     * @return the id
     * @throws IdTextException if the text is not such an id
     * @throws IllegalArgumentException if the class is not an entity, or its id is composite, not made by this library,
     *     or of another type
     */
    public <T> T parse(Class<?> entity, Class<T> type, String text) {
        IdText known = idText(entity);
        return NextValues.cast(known.read(text), type, known.path(), ", as in parse(Order.class, Long.class, text)");
    }

    /**
     * Returns the Snowflake generators, one for each layout in use. Generators of layouts that make the same ids, such
     * as layouts that differ only in their names, share their sequence and its statistics.
     *
     * @return the generators that the attributes share
     */
    public List<SnowflakeGenerator> snowflakeGenerators() {
        return engines.parts().stream()
                .flatMap(part -> part.snowflakeGenerators().stream())
                .toList();
    }

    /** {@return the layouts that an attribute can name: the ready-made layouts and the layouts of the settings} */
    public List<SnowflakeLayout> layouts() {
        return List.copyOf(engines.settings().layouts().values());
    }

    /**
     * Returns the meters of the values of each attribute, of segments, of each layout, and of the reservation if the
     * worker number is reserved.
     *
     * @return the meters, for a metrics library to register
     */
    public List<IdgenMeter> meters() {
        return IdgenMeter.of(this, engines.settings().clock());
    }

    /**
     * Stops the making of Snowflake ids and releases a reserved worker number, before the store of worker numbers closes
     * its connections. Until {@link #resume}, a request for a Snowflake id throws an exception. GUIDs and segments are made
     * as before.
     */
    public void suspend() {
        engines.parts().forEach(Part::suspend);
    }

    /** Allows Snowflake ids to be made again after {@link #suspend}. A reserved worker number is claimed again. */
    public void resume() {
        engines.parts().forEach(Part::resume);
    }

    /**
     * Returns the health of this library's parts, for health checks. The parts are each layout, the reservation if the
     * worker number is reserved, and the segments of each attribute for each tenant that has requested an id. Ids
     * can be made if {@link PartHealth#isUp} is true for each part that they need.
     *
     * @return the parts, the layouts first
     */
    public List<PartHealth> health() {
        List<PartHealth> parts = new ArrayList<>();
        Instant now = engines.settings().clock().instant();
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
     * Returns the source of the worker number. A reserved number comes from a {@link
     * io.github.hibernateidgen.worker.reservation.ReservedWorkerSource}, which also has the status of the reservation.
     *
     * @return the source; empty if no attribute has Snowflake ids, and after the session factory is closed
     */
    public Optional<WorkerSource> workerSource() {
        return engines.parts().stream()
                .flatMap(part -> part.workerSource().stream())
                .findFirst();
    }
}
