package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An application that is deployed and taken away again in one JVM, with this library among its classes and
 * Hibernate among the server's. No thread and no class of it stays.
 */
@Timeout(60)
class RedeployTest {

    @Entity(name = "Parcel")
    public static class Parcel {
        @Id
        @SnowflakeId
        Long id;

        @CombGuid
        UUID reference;
    }

    @Entity(name = "Ticket")
    public static class Ticket {
        @Id
        @SegmentId(size = 5, source = SegmentId.Source.DATABASE)
        Long id;
    }

    @Entity(name = "Voucher")
    public static class Voucher {
        @Id
        @SegmentId(size = 5, source = SegmentId.Source.STORE)
        Long id;
    }

    /** What is deployed. It reserves its number, so it has threads. */
    public static final class Application implements AutoCloseable, Runnable {

        private final SessionFactory factory;

        public Application() {
            ClassLoader own = Application.class.getClassLoader();
            factory = new MetadataSources(new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                                    .applyClassLoader(own)
                                    .build())
                            .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID())
                            .applySetting(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                            .applySetting(IdgenSettings.SEGMENT_SOURCE, new RememberingStore())
                            .build())
                    .addAnnotatedClasses(Parcel.class, Ticket.class, Voucher.class)
                    .buildMetadata()
                    .buildSessionFactory();
        }

        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                factory.inTransaction(session -> {
                    session.persist(new Parcel());
                    session.persist(new Ticket());
                    session.persist(new Voucher());
                });
            }
            assertThat(Idgen.of(factory).workerSource()).isPresent();
        }

        @Override
        public void close() {
            factory.close();
        }
    }

    /** Its own copy of this library and of the tests; all else is the server's. */
    private static final class Deployment extends URLClassLoader {

        Deployment() {
            super(
                    new URL[] {
                        place(Engines.class),
                        place(SegmentStore.class),
                        place(PublicId.class),
                        place(RedeployTest.class)
                    },
                    RedeployTest.class.getClassLoader());
        }

        private static URL place(Class<?> type) {
            return type.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("io.github.hibernateidgen.")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }

    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    /** Apart, so that nothing of it is left on the stack. */
    private WeakReference<ClassLoader> deployAndTakeAway() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (Deployment deployment = new Deployment()) {
            thread.setContextClassLoader(deployment);
            Class<?> type = deployment.loadClass(Application.class.getName());
            assertThat(type).isNotSameAs(Application.class);
            try (AutoCloseable application =
                    (AutoCloseable) type.getConstructor().newInstance()) {
                ((Runnable) application).run();
                assertThat(threadsOf(deployment)).as("while it runs").isNotEmpty();
            }
            for (Thread leaving : threadsOf(deployment)) {
                leaving.join(10_000);
            }
            assertThat(threadsOf(deployment)).as("once it is closed").isEmpty();
            return new WeakReference<>(deployment, collected);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Those that run its code. */
    private static Set<Thread> threadsOf(ClassLoader deployment) {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(
                thread -> !thread.getName().startsWith("idgen-") || thread.getContextClassLoader() != deployment);
        return threads;
    }

    /** Of the last one the JDK itself keeps classes in its caches of method handles, from 21 on by soft references. */
    @Test
    void nothingStaysOnceTheNextOneHasCome() throws Exception {
        // The driver is the server's, and so is the thread that it makes for the end of the JVM.
        DriverManager.getConnection("jdbc:h2:mem:").close();
        WeakReference<ClassLoader> first = deployAndTakeAway();
        deployAndTakeAway();
        for (int i = 0; i < 100 && first.get() != null; i++) {
            System.gc();
            collected.remove(50);
        }
        assertThat(first.get()).isNull();
    }
}
