package io.github.hibernateidgen.internal.engines;

import static java.util.Objects.requireNonNull;

import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Ties the worker number to the life of the session factory: claimed after the schema tools have made its table, given
 * back before they drop it. Hibernate finds this class as a Java service.
 */
public final class IdgenIntegrator implements Integrator {

    /** For Hibernate. */
    public IdgenIntegrator() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        Engines engines = requireNonNull(factory.getServiceRegistry().getService(Engines.class));
        engines.obey(factory.getProperties());
        engines.requireReactiveRules(factory);
        // Added after the observer that runs the schema tools, so called after it, and before it at the end.
        factory.addObserver(new Life(engines));
        engines.join(factory, metadata.getDatabase());
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    private static final class Life implements SessionFactoryObserver {

        private static final long serialVersionUID = 1L;

        private final transient Engines engines;

        Life(Engines engines) {
            this.engines = engines;
        }

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            engines.start(factory.unwrap(SessionFactoryImplementor.class));
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            engines.leave(factory);
        }
    }
}
