package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.factory.Engines;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Gives each session factory its {@link Engines}. Hibernate finds this class as a Java service and calls {@code integrate}.
 * The {@link Mapping} then observes the session factory. Hibernate makes these calls in this order:
 *
 * <ol>
 *   <li>{@code integrate}, when the mapping is complete. The engines are made, and the generators are bound to them. An
 *       application with no attribute and no setting of this library gets no engines. Hibernate makes the
 *       generators of attributes that are not ids after this call. If there are no engines yet, they are made with the first
 *       such generator;
 *   <li>{@code sessionFactoryCreated}, when the schema tools have run. Columns are checked, and a worker number is claimed;
 *   <li>{@code sessionFactoryClosing}, before the schema tools drop tables and the pool closes, and also if the session
 *       factory could not be made. The engines are closed, and the worker number is released.
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
