package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.factory.Sharding;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.internal.types.IdJavaType;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** Reads the shard of an id from another attribute of the same entity. */
record ShardAttribute(Sharding sharding, SnowflakeLayout layout) {

    /** Refuses an attribute that can't give each row a shard. */
    void requireFits(MappedAttribute attribute) {
        String name = sharding.attribute();
        if (layout.shards() == 1) {
            throw attribute.invalid(
                    name,
                    "shardBy is given, but layout [" + layout.name()
                            + "] has no shard field; give it one, shard:BITS, or remove shardBy");
        }
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of the same entity, and this one is part of a composite id or of an"
                            + " embeddable; annotate an attribute of the entity itself");
        }
        Property found = others(entity, attribute)
                .filter(property -> property.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> attribute.invalid(
                        name,
                        "shardBy names no other attribute of the entity; it has "
                                + others(entity, attribute)
                                        .map(Property::getName)
                                        .sorted()
                                        .toList()));
        IdClass idClass = IdJavaType.idClass(found.getType());
        Class<?> type = idClass == null ? found.getType().getReturnedClass() : idClass.component();
        if (!(found.getValue() instanceof ToOne) && !sharding.function().takes(type)) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of type " + type.getName() + ", which " + sharding.function()
                            + " makes no shard of; name a whole number or, with HASH, a String, a UUID, a byte[], an enum"
                            + " or an association to one");
        }
    }

    private static Stream<Property> others(PersistentClass entity, MappedAttribute attribute) {
        return entity.getPropertyClosure().stream()
                .filter(property -> !property.getColumns().contains(attribute.column()));
    }

    long shard(SharedSessionContractImplementor session, @Nullable Object owner) {
        if (owner == null) {
            throw new IllegalStateException("there is no entity to take [" + sharding.attribute()
                    + "] from, which decides the shard, as in HQL's insert; state the id, or persist the entity");
        }
        Object value = IdJavaType.component(
                session.getEntityPersister(null, owner).getPropertyValue(owner, sharding.attribute()), session);
        if (value == null) {
            throw new IllegalStateException(
                    "[" + sharding.attribute() + "] is null, and it decides the shard; set it before the id is made");
        }
        try {
            return sharding.function().shard(key(session, value), layout);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "[" + sharding.attribute() + "] decides the shard, but " + e.getMessage(), e);
        }
    }

    /** Returns the value that decides the shard; for an association, the id of its entity. */
    private Object key(SharedSessionContractImplementor session, Object value) {
        if (sharding.function().takes(value.getClass())) {
            return value;
        }
        LazyInitializer proxy = HibernateProxy.extractLazyInitializer(value);
        Object id = IdJavaType.component(
                proxy != null
                        ? proxy.getInternalIdentifier()
                        : session.getEntityPersister(null, value).getIdentifier(value, session),
                session);
        if (id == null) {
            throw new IllegalStateException(
                    "[" + sharding.attribute() + "] decides the shard and has no id yet; persist it first");
        }
        return id;
    }
}
