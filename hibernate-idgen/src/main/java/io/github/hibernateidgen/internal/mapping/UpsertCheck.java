package io.github.hibernateidgen.internal.mapping;

import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Refuses a {@code StatelessSession.upsert} of an entity whose id or other attribute has no value yet: Hibernate calls no
 * generator there. It would insert null as the id, or write null over the attribute of an existing row. Without
 * {@code assignable} Hibernate itself refuses a missing id before it calls this check.
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
        if (persister.getGenerator() instanceof AttributeGenerator<?> generator) {
            generator.bound().requireId(event.getId());
        } else if (persister.getGenerator() instanceof SegmentedGenerator<?> generator) {
            generator.bound().requireId(event.getId());
        }
        Object[] state = event.getState();
        for (int i = 0; i < state.length; i++) {
            if (persister.getAttributeMapping(i).getGenerator() instanceof AttributeGenerator<?> generator) {
                generator.bound().requireValue(state[i]);
            }
        }
        return false;
    }
}
