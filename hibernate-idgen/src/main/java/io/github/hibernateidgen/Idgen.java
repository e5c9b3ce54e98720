package io.github.hibernateidgen;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.engines.Engines;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.List;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * What this library does in one session factory: for reports, metrics and health checks, and for code that needs an id
 * of the same sequence without an entity. Session factories that share a service registry share their generators, and are
 * seen as one.
 *
 * <p>Thread-safe. Asking costs no id and no statement.
 */
public final class Idgen {

    private final Engines engines;

    private Idgen(Engines engines) {
        this.engines = engines;
    }

    /**
     * Looks into a session factory.
     *
     * @param factory the session factory; with Jakarta Persistence {@code
     *     entityManagerFactory.unwrap(SessionFactory.class)}
     * @return what this library does in it
     */
    public static Idgen of(SessionFactory factory) {
        return new Idgen(requireNonNull(factory.unwrap(SessionFactoryImplementor.class)
                .getServiceRegistry()
                .getService(Engines.class)));
    }

    /** {@return the attributes whose values are generated, and what was chosen for each} */
    public List<GeneratedAttribute> attributes() {
        return engines.attributes().stream().map(GeneratedAttribute::new).toList();
    }

    /**
     * Returns the Snowflake generators, one for each layout in use. Those of layouts that differ in their names only share
     * their sequence, and its statistics.
     *
     * @return the generators that the attributes share
     */
    public List<SnowflakeGenerator> snowflakeGenerators() {
        return engines.snowflakes();
    }

    /** {@return the layouts that an attribute can name: the ready-made ones and those of the settings} */
    public List<SnowflakeLayout> layouts() {
        return engines.layouts();
    }

    /**
     * Returns where the worker number comes from. A reserved one comes from a
     * {@link io.github.hibernateidgen.worker.reservation.ReservedWorkerSource}, which tells its status.
     *
     * @return the source; none where no attribute has Snowflake ids, and after the close
     */
    public Optional<WorkerSource> workerSource() {
        return engines.worker();
    }
}
