package io.github.hibernateidgen.internal;

import org.hibernate.event.service.spi.EventListenerGroup;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Refuses a {@code StatelessSession.upsert} of an entity whose attribute has no value yet: Hibernate asks no generator
 * there, and would write null, over the value of a row that is there too.
 */
final class UpsertCheck implements PreUpsertEventListener {

    private static final long serialVersionUID = 1L;

    /** Hibernate refuses a second one, and who calls our integrator beside Hibernate would add it. */
    static void register(EventListenerRegistry registry) {
        EventListenerGroup<PreUpsertEventListener> listeners = registry.getEventListenerGroup(EventType.PRE_UPSERT);
        for (PreUpsertEventListener listener : listeners.listeners()) {
            if (listener instanceof UpsertCheck) {
                return;
            }
        }
        listeners.appendListener(new UpsertCheck());
    }

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        EntityPersister persister = event.getPersister();
        Object[] state = event.getState();
        for (int i = 0; i < state.length; i++) {
            if (persister.getAttributeMapping(i).getGenerator() instanceof AttributeGenerator generator) {
                generator.requireValue(state[i]);
            }
        }
        return false;
    }
}
