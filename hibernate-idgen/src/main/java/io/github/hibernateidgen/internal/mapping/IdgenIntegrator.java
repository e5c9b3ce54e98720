package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.Mapping;
import io.github.hibernateidgen.internal.factory.SessionFactoryEngines;
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
        SessionFactoryEngines engines = SessionFactoryEngines.in(factory.getServiceRegistry());
        if (!engines.add(factory)) {
            return;
        }
        Mapping mapping = engines.mapping(metadata.getDatabase());
        Start start = new Start(engines, factory, mapping, metadata);
        // Hibernate calls observers in the order in which they are added, and its own observer runs the schema tools.
        factory.addObserver(start);
        if (mapping.begin(start) || SessionFactoryEngines.hasSettings(factory)) {
            start.run();
        }
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    /** The start of one session factory. Hibernate makes it in one thread. */
    private static final class Start implements SessionFactoryObserver, Runnable {

        private static final long serialVersionUID = 1L;

        private final transient SessionFactoryEngines all;
        private final transient SessionFactoryImplementor made;
        private final transient Mapping mapping;
        private transient @Nullable Metadata metadata;
        private transient volatile @Nullable Engines engines;

        Start(SessionFactoryEngines all, SessionFactoryImplementor made, Mapping mapping, Metadata metadata) {
            this.all = all;
            this.made = made;
            this.mapping = mapping;
            this.metadata = metadata;
        }

        /** Makes the engines, and binds the generators that Hibernate has made so far. */
        @Override
        public void run() {
            Engines own = all.make(made);
            engines = own;
            mapping.bindAll(own);
            UpsertCheck.register(made);
            own.prepare();
        }

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            Metadata complete = metadata;
            Engines own = engines;
            metadata = null; // It uses much memory and is no longer needed.
            if (complete != null && own != null) {
                own.start(factory.unwrap(SessionFactoryImplementor.class), complete);
            }
            mapping.release();
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            Engines own = engines;
            if (metadata != null) {
                mapping.end();
            }
            if (own != null) {
                own.close();
            }
        }
    }
}
