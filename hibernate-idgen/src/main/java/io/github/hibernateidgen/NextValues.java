package io.github.hibernateidgen;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.IdentifiableType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes values for code without an entity, with the engines that also serve Hibernate's generators. The path of each
 * attribute is looked up once and kept.
 *
 * <p>Thread-safe.
 */
final class NextValues {

    /** The attribute is null for the entity's id. */
    private record Key(Class<?> entity, @Nullable String attribute) {}

    private final Engines engines;
    private final SessionFactory factory;
    private final Map<Key, String> attributes = new ConcurrentHashMap<>();

    NextValues(Engines engines, SessionFactory factory) {
        this.engines = engines;
        this.factory = factory;
    }

    <T> T next(Class<?> entity, @Nullable String attribute, Class<T> type) {
        String subject = (attribute == null ? "the id" : "[" + attribute + "]") + " of [" + entity.getName() + "]";
        return cast(next(entity, attribute), type, subject, "");
    }

    /** Casts a value to the type that the caller asked for. */
    static <T> T cast(Object value, Class<T> type, String subject, String example) {
        if (!IdClass.boxed(type).isInstance(value)) {
            throw new IllegalArgumentException("[" + type.getName() + "] was asked for, but the type of " + subject
                    + " is "
                    + value.getClass().getName() + "; ask for this type" + example);
        }
        @SuppressWarnings("unchecked")
        T checked = (T) value;
        return checked;
    }

    Object next(Class<?> entity, @Nullable String attribute) {
        if (factory.isClosed()) {
            throw new IllegalStateException("the session factory is closed, and another process may have its worker"
                    + " number now; make ids before the shutdown, or open a new session factory");
        }
        Key key = new Key(entity, attribute);
        String known = attributes.get(key);
        if (known == null) {
            known = path(key);
            attributes.put(key, known); // Two threads may both look up the path, with equal results.
        }
        return requireNonNull(engines.find(known)).next(factory);
    }

    private String path(Key key) {
        EntityType<?> entity = entity(key.entity());
        BoundAttribute bound = bound(entity, key.attribute() == null ? id(entity) : key.attribute());
        bound.shardBy().ifPresent(attribute -> {
            throw new IllegalArgumentException(bound.path() + " has a shard that attribute ["
                    + attribute
                    + "] of the entity decides, so no id can be made without an entity; persist an entity, or take the"
                    + " generator of the layout from snowflakeGenerators() and set the shard with withShard()");
        });
        return bound.path();
    }

    <E> EntityType<E> entity(Class<E> entity) {
        try {
            return factory.getMetamodel().entity(entity);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + entity.getName()
                            + "] is no entity of this session factory; give the class of a mapped entity, or for text a class with"
                            + " @PublicId",
                    e);
        }
    }

    /** Returns the name of the attribute that is the entity's id; throws if the id is composite. */
    String id(EntityType<?> entity) {
        List<String> ids = entity.hasSingleIdAttribute()
                ? entity.getSingularAttributes().stream()
                        .filter(attribute -> attribute.isId() && !(attribute.getType() instanceof ManagedType))
                        .map(SingularAttribute::getName)
                        .toList()
                : List.of();
        if (ids.size() != 1) {
            throw new IllegalArgumentException("the id of [" + entity.getName()
                    + "] is composite; name one of the attributes whose values are generated");
        }
        return ids.get(0);
    }

    /**
     * Returns an attribute of an entity. If a superclass that is an entity declares the attribute, the attribute's path
     * begins with the name of the superclass.
     */
    BoundAttribute bound(EntityType<?> entity, String attribute) {
        for (IdentifiableType<?> type = entity; type != null; type = type.getSupertype()) {
            if (type instanceof EntityType<?> named) {
                BoundAttribute bound = engines.find(named.getName() + "." + attribute);
                if (bound != null) {
                    return bound;
                }
            }
        }
        throw new IllegalArgumentException("attribute [" + attribute + "] of [" + entity.getName()
                + "] has no generator of this library; annotate the attribute with @SnowflakeId or @CombGuid");
    }
}
