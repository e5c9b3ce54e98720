package io.github.hibernateidgen.internal.mapping;

import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerGroup;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Refuses a {@code StatelessSession.upsert} of an entity whose id or other attribute has no value yet: Hibernate asks no
 * generator there. It would insert null as the id, or write null over the attribute of a row that is there. Without
 * {@code assignable} Hibernate itself refuses a missing id before it asks this check. Hibernate finds this class as a Java
 * service.
 */
public final class UpsertCheck implements PreUpsertEventListener, Integrator {

    private static final long serialVersionUID = 1L;

    /** For Hibernate. */
    public UpsertCheck() {}

    /** Hibernate refuses a second one, and who calls this beside Hibernate would add it. */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        EventListenerGroup<PreUpsertEventListener> listeners =
                factory.getEventEngine().getListenerRegistry().getEventListenerGroup(EventType.PRE_UPSERT);
        for (PreUpsertEventListener listener : listeners.listeners()) {
            if (listener instanceof UpsertCheck) {
                return;
            }
        }
        listeners.appendListener(this);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        EntityPersister persister = event.getPersister();
        if (persister.getGenerator() instanceof AttributeGenerator generator) {
            generator.requireId(event.getId());
        } else if (persister.getGenerator() instanceof SegmentedGenerator generator) {
            generator.requireId(event.getId());
        }
        Object[] state = event.getState();
        for (int i = 0; i < state.length; i++) {
            if (persister.getAttributeMapping(i).getGenerator() instanceof AttributeGenerator generator) {
                generator.requireValue(state[i]);
            }
        }
        return false;
    }
}
