package io.github.hibernateidgen.internal;

import io.github.hibernateidgen.internal.guid.CombGuidGenerator;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.runtime.Start;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.internal.runtime.Start.Phase;
import io.github.hibernateidgen.internal.segment.SegmentIdGenerator;
import io.github.hibernateidgen.internal.snowflake.SnowflakeIdGenerator;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * The class that Hibernate finds as two Java services, with the list of the kinds of ids, and the list of the checks of
 * the start. Hibernate makes these calls in this order:
 *
 * <ol>
 *   <li>{@code contribute}, for each service registry. It adds the service that gives each session factory its {@link Engines};
 *   <li>{@code integrate}, when the mapping is complete. The engines are made, and the generators are bound to them. An
 *       application with no attribute and no setting of this library gets no engines. Hibernate makes the
 *       generators of attributes that are not ids after this call. If there are no engines yet, they are made with the first
 *       such generator;
 *   <li>{@code sessionFactoryCreated}, when the schema tools have run. Columns are checked, and a worker number is claimed. This
 *       call and the next go to an observer, which {@code integrate} has registered;
 *   <li>{@code sessionFactoryClosing}, before the schema tools drop tables and the pool closes, and also if the session
 *       factory could not be made. The engines are closed, and the worker number is released.
 * </ol>
 */
public final class IdgenIntegrator implements Integrator, ServiceContributor {

    /** Hibernate calls this constructor. */
    public IdgenIntegrator() {}

    /** Returns the generators that Hibernate makes by reflection, one for each kind of ids. */
    public static List<Class<? extends Generator>> generators() {
        return List.of(SnowflakeIdGenerator.class, CombGuidGenerator.class, SegmentIdGenerator.class);
    }

    /**
     * Makes the parts of a session factory. The order counts: segments are closed first, and close waits for their fetches only
     * after it has released the worker number; Snowflake ids start when all comparisons with the database have passed.
     */
    private static List<Part> parts(Engines engines) {
        return List.of(
                SegmentIdGenerator.part(engines), SnowflakeIdGenerator.part(engines), CombGuidGenerator.part(engines));
    }

    /** Returns the checks of the start. Within a phase, they run in this order. */
    static List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.add(Start.sealedTexts());
        checks.add(Start.columns(Phase.BEFORE_CLAIM));
        checks.addAll(SegmentIdGenerator.checks());
        checks.addAll(SnowflakeIdGenerator.checks());
        checks.add(Start.columns(Phase.BEFORE_VALIDATION));
        checks.add(InnoDb.check());
        return checks;
    }

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        Engines.contribute(builder, IdgenIntegrator::parts);
    }

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        Engines.observe(factory, metadata, IdgenIntegrator::checks);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
