package io.github.hibernateidgen.benchmarks.hibernate;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the call that {@code persist()} makes for an id, on an H2 in memory. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PersistToId {

    /** The kind of the persisted rows. */
    public enum Kind {
        ASSIGNED(Rows.Assigned.class) {
            @Override
            Object row(long number) {
                Rows.Assigned row = new Rows.Assigned();
                row.id = number;
                return row;
            }
        },
        ASSIGNED_UUID(Rows.AssignedUuid.class) {
            @Override
            Object row(long number) {
                Rows.AssignedUuid row = new Rows.AssignedUuid();
                // Scattered by two odd factors, like the bits of UUIDs. With equal halves, all rows would have the hash
                // code
                // 0.
                row.id = new UUID(number * 0x9e37_79b9_7f4a_7c15L, number * 0xc2b2_ae3d_27d4_eb4fL);
                return row;
            }
        },
        COUNTED(Rows.CountedRow.class) {
            @Override
            Object row(long number) {
                return new Rows.CountedRow();
            }
        },
        SNOWFLAKE(Rows.Snowflake.class) {
            @Override
            Object row(long number) {
                return new Rows.Snowflake();
            }
        },
        LANES(Rows.Lanes.class) {
            @Override
            Object row(long number) {
                return new Rows.Lanes();
            }
        },
        COMB_GUID(Rows.Comb.class) {
            @Override
            Object row(long number) {
                return new Rows.Comb();
            }
        },
        VERSION_7(Rows.Version7.class) {
            @Override
            Object row(long number) {
                return new Rows.Version7();
            }
        },
        SEQUENCE_1000(Rows.Sequence1000.class) {
            @Override
            Object row(long number) {
                return new Rows.Sequence1000();
            }
        };

        private final Class<?> entity;

        Kind(Class<?> entity) {
            this.entity = entity;
        }

        abstract Object row(long number);

        Class<?> entity() {
            return entity;
        }
    }

    static SessionFactory start(Kind... kinds) {
        Configuration configuration = new Configuration();
        for (Kind kind : kinds) {
            configuration.addAnnotatedClass(kind.entity);
        }
        return configuration
                .setProperty(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:persist;DB_CLOSE_DELAY=-1")
                .setProperty(AvailableSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, "create-drop")
                .setProperty(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, "pooled-lo")
                // The sequence is so wide that no id waits for the clock.
                .setProperty(IdgenSettings.SNOWFLAKE_LAYOUTS + "wide.fields", "time:40, worker:1, sequence:22")
                .setProperty(
                        IdgenSettings.SNOWFLAKE_LAYOUTS + "lanes.fields",
                        "time:24, worker:1, lane:4, time:16, sequence:18")
                .setProperty(IdgenSettings.SNOWFLAKE_LAYOUT, "wide")
                .buildSessionFactory();
    }

    /** A generator inside of Hibernate, and the arguments of its calls. */
    @State(Scope.Benchmark)
    public static class Asked {

        /** A kind with ids that are made before the insert. */
        @Param({"COUNTED", "SNOWFLAKE", "LANES", "COMB_GUID", "VERSION_7"})
        public Kind kind;

        /** How many other units of work are open during the measurement. */
        @Param("0")
        public int others;

        SessionFactory factory;
        BeforeExecutionGenerator generator;
        final List<SharedSessionContractImplementor> sessions = new ArrayList<>();
        SharedSessionContractImplementor session;
        Object owner;

        @Setup
        public void start() {
            factory = PersistToId.start(kind);
            owner = kind.row(1);
            generator = (BeforeExecutionGenerator) ((SessionFactoryImplementor) factory)
                    .getMappingMetamodel()
                    .getEntityDescriptor(kind.entity)
                    .getGenerator();
            for (int i = 0; i <= others; i++) {
                sessions.add((SharedSessionContractImplementor) factory.openSession());
                session = sessions.get(i);
                generator.generate(session, owner, null, EventType.INSERT);
            }
        }

        @TearDown
        public void stop() {
            sessions.forEach(SharedSessionContractImplementor::close);
            factory.close();
        }
    }

    @Benchmark
    public Object generate(Asked asked) {
        return asked.generator.generate(asked.session, asked.owner, null, EventType.INSERT);
    }
}
