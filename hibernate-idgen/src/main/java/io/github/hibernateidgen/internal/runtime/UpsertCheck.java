package io.github.hibernateidgen.internal.runtime;

import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Rejects a {@code StatelessSession.upsert} of an entity that lacks its id or another generated value. Hibernate calls no
 * generator in an upsert: it would insert null as the id, or overwrite the attribute of an existing row with null. Without
 * {@code assignable}, Hibernate rejects a missing id before it calls this check.
 */
final class UpsertCheck implements PreUpsertEventListener {

    private static final long serialVersionUID = 1L;

    private UpsertCheck() {}

    /** Adds the check to the listeners of a session factory. */
    static void register(SessionFactoryImplementor factory) {
        factory.getEventEngine()
                .getListenerRegistry()
                .getEventListenerGroup(EventType.PRE_UPSERT)
                .appendListener(new UpsertCheck());
    }

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        EntityPersister persister = event.getPersister();
        if (persister.getGenerator() instanceof BoundAttribute.Generator generator) {
            generator.bound().requireId(event.getId());
        }
        Object[] state = event.getState();
        for (int i = 0; i < state.length; i++) {
            if (persister.getAttributeMapping(i).getGenerator() instanceof BoundAttribute.Generator generator) {
                generator.bound().requireValue(state[i]);
            }
        }
        return false;
    }
}
