package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.factory.Engines;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Gives each session factory its {@link Engines}. Hibernate finds this class as a Java service, and calls it in this order:
 *
 * <ol>
 *   <li>{@code integrate}, when the mapping is complete: the engines are made, and generators bound to them. An application
 *       with no attribute and no setting of this library gets none; Hibernate 7 and later make generators of attributes that
 *       are no ids after this call, and the first one has the engines made;
 *   <li>{@code sessionFactoryCreated}, when the schema tools have run: columns are checked, and a worker number is claimed;
 *   <li>{@code sessionFactoryClosing}, before the schema tools drop tables and the pool closes, also where the session
 *       factory could not be made: the engines end, and the worker number is released.
 * </ol>
 */
public final class IdgenIntegrator implements Integrator {

    /** Hibernate calls this constructor. */
    public IdgenIntegrator() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        Mapping.of(factory.getServiceRegistry(), metadata.getDatabase()).start(factory, metadata);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
