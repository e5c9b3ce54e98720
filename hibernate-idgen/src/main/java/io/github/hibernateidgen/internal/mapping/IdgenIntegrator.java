package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.Mappings;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Gives each session factory its {@link Engines}. Hibernate finds this class as a Java service, and calls it in this order:
 *
 * <ol>
 *   <li>{@code integrate}, when the mapping is complete: the engines are made, and generators bound to them;
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
        Mappings mappings = Mappings.in(factory.getServiceRegistry());
        if (mappings.isOpen(factory)) {
            return;
        }
        PlacementCheck.run(metadata);
        Engines engines = mappings.open(factory);
        // Hibernate calls observers in the order in which they are added, and its own observer runs the schema tools.
        factory.addObserver(new Observer(mappings, engines, metadata));
        mappings.of(metadata.getDatabase()).bindAll(engines);
        UpsertCheck.register(factory);
        engines.prepare();
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    private static final class Observer implements SessionFactoryObserver {

        private static final long serialVersionUID = 1L;

        private final transient Mappings mappings;
        private final transient Engines engines;
        private transient @Nullable Metadata mapping;

        Observer(Mappings mappings, Engines engines, Metadata mapping) {
            this.mappings = mappings;
            this.engines = engines;
            this.mapping = mapping;
        }

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            Metadata made = mapping;
            mapping = null; // The mapping uses much memory and is no longer needed.
            if (made != null) {
                engines.start(factory.unwrap(SessionFactoryImplementor.class), made);
                mappings.forget(made.getDatabase());
            }
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            engines.close();
        }
    }
}
