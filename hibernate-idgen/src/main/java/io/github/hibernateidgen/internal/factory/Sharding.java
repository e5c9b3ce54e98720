package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.internal.types.IdJavaType;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the shard of an id from another attribute of the same entity.
 *
 * @param attribute the name of the other attribute
 * @param function turns the other attribute's value into a shard
 * @param layout the layout of the ids
 */
public record Sharding(String attribute, ShardFunction function, SnowflakeLayout layout) {

    /**
     * Returns the shard of an entity's id.
     *
     * @throws IllegalStateException if the shard can't be determined
     */
    public long shard(@Nullable SharedSessionContractImplementor session, @Nullable Object owner) {
        if (session == null || owner == null) {
            throw new IllegalStateException("attribute [" + attribute
                    + "] decides the shard, but there is no entity to read it from, as in an HQL insert; set the id in the"
                    + " insert, or persist the entity");
        }
        Object value = IdJavaType.component(
                session.getEntityPersister(null, owner).getPropertyValue(owner, attribute), session);
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
        Object id = IdJavaType.component(
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
