package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.types.IdTypes;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the shard of an id from another attribute of the same entity.
 *
 * @param attribute the name of the other attribute
 * @param function turns the other attribute's value into a shard
 */
record Sharding(String attribute, ShardFunction function) {

    /** Returns the source of the shards, or null without shards. Rejects an attribute that can't give each row a shard. */
    static @Nullable Sharding of(
            MappedAttribute attribute, SnowflakeLayout layout, String name, ShardFunction function) {
        boolean hasShards = layout.shards() > 1;
        if (name.isEmpty() && hasShards) {
            throw attribute.invalid(
                    layout.name(),
                    "the layout has a shard field, but no attribute decides the shard",
                    "name that attribute in shardBy");
        }
        if (name.isEmpty()) {
            return null;
        }
        if (!hasShards) {
            throw attribute.invalid(
                    name,
                    "shardBy is given, but layout [" + layout.name() + "] has no shard field",
                    "add a field shard:BITS to the layout, or remove shardBy");
        }
        requireSource(attribute, name, function);
        return new Sharding(name, function);
    }

    /** Rejects a name that is not another attribute of the entity, or an attribute whose type gives no shard. */
    private static void requireSource(MappedAttribute attribute, String name, ShardFunction function) {
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of the same entity, but the annotated attribute is part of a composite"
                            + " id or of an embeddable",
                    "annotate an attribute of the entity itself");
        }
        Property found = others(entity, attribute)
                .filter(property -> property.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> attribute.invalid(
                        name,
                        "shardBy names no other attribute of the entity",
                        "it has "
                                + others(entity, attribute)
                                        .map(Property::getName)
                                        .sorted()
                                        .toList()));
        IdClass idClass = IdTypes.idClass(found.getType());
        Class<?> type = idClass == null ? found.getType().getReturnedClass() : idClass.component();
        if (!(found.getValue() instanceof ToOne) && !function.takes(type)) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of type " + type.getName() + ", from which " + function
                            + " can't compute a shard",
                    "name a whole number or, with HASH, a String, a UUID, a byte[],"
                            + " an enum or a to-one association");
        }
    }

    private static Stream<Property> others(PersistentClass entity, MappedAttribute attribute) {
        return entity.getPropertyClosure().stream()
                .filter(property -> !property.getColumns().contains(attribute.column()));
    }

    /**
     * Returns the shard of an entity's id.
     *
     * @param layout the layout of the id
     * @throws IllegalStateException if the shard can't be determined
     */
    long shard(@Nullable SharedSessionContractImplementor session, @Nullable Object owner, SnowflakeLayout layout) {
        if (session == null || owner == null) {
            throw new IllegalStateException("attribute [" + attribute
                    + "] decides the shard, but there is no entity to read it from, as in an HQL insert; set the id in the"
                    + " insert, or persist the entity");
        }
        Object value =
                IdTypes.component(session.getEntityPersister(null, owner).getPropertyValue(owner, attribute), session);
        if (value == null) {
            throw new IllegalStateException(
                    "attribute [" + attribute + "] decides the shard and is null; set it before the id is made");
        }
        try {
            return function.shard(key(session, value), layout);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "attribute [" + attribute + "] decides the shard, but " + e.getMessage(), e);
        }
    }

    /** Returns the value that decides the shard; for an association, the id of its entity. */
    private Object key(SharedSessionContractImplementor session, Object value) {
        if (function.takes(value.getClass())) {
            return value;
        }
        LazyInitializer proxy = HibernateProxy.extractLazyInitializer(value);
        Object id = IdTypes.component(
                proxy != null
                        ? proxy.getInternalIdentifier()
                        : session.getEntityPersister(null, value).getIdentifier(value, session),
                session);
        if (id == null) {
            throw new IllegalStateException(
                    "the entity in [" + attribute + "] decides the shard and has no id yet; persist it first");
        }
        return id;
    }
}
