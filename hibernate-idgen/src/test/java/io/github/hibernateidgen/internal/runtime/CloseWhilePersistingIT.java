package io.github.hibernateidgen.internal.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Session factories that close while threads persist: each close returns, and each caller that comes too late is told so by
 * the generator, and not by whatever of Hibernate was taken down first.
 */
class CloseWhilePersistingIT {

    @Entity(name = "SnowflakeOnly")
    static class SnowflakeOnly {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "GuidOnly")
    static class GuidOnly {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "SegmentOnly")
    static class SegmentOnly {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "SegmentTableOnly")
    static class SegmentTableOnly {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    /** An entity, how one is made, and whether its generator refuses values after the close: GUIDs need nothing that ends. */
    private record Kind(Class<?> entity, Supplier<?> maker, boolean ends) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(SnowflakeOnly.class, SnowflakeOnly::new, true),
            new Kind(GuidOnly.class, GuidOnly::new, false),
            new Kind(SegmentOnly.class, SegmentOnly::new, true),
            new Kind(SegmentTableOnly.class, SegmentTableOnly::new, true));

    @Timeout(value = 5, unit = java.util.concurrent.TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ParameterizedTest
    @CsvSource({"H2, 4", "H2, 16", "POSTGRESQL, 4"})
    void noneHangs(TestDatabase database, int writers) throws Exception {
        closeEachAndAll(database, writers, 3);
    }

    @LongTest
    @Timeout(value = 60, unit = java.util.concurrent.TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ParameterizedTest
    @CsvSource({"H2, 4", "H2, 16", "POSTGRESQL, 4", "POSTGRESQL, 16"})
    void noneOfManyHangs(TestDatabase database, int writers) throws Exception {
        closeEachAndAll(database, writers, LongTest.NIGHT ? 200 : 20);
    }

    private static void closeEachAndAll(TestDatabase database, int writers, int times) throws Exception {
        RunningDatabase running = database.orSkip();
        for (Kind kind : KINDS) {
            close(running, writers, times, List.of(kind));
        }
        close(running, writers, times, KINDS);
    }

    private static void close(RunningDatabase database, int writers, int times, List<Kind> kinds) throws Exception {
        Hibernate hibernate = Hibernate.on(
                database.persistenceSettings(), kinds.stream().map(Kind::entity).toArray(Class<?>[]::new));
        hibernate.with(AvailableSettings.HBM2DDL_AUTO, "update").start().close();
        hibernate.with(AvailableSettings.HBM2DDL_AUTO, "none");
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Throwable> late = new ArrayList<>();
        try {
            for (int i = 0; i < times; i++) {
                late.addAll(closeOnce(hibernate, writers, kinds, threads));
            }
        } finally {
            threads.shutdownNow();
            hibernate
                    .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                    .start()
                    .close();
        }
        System.out.println(
                kinds.stream().map(kind -> kind.entity().getSimpleName()).toList() + ", " + writers + " writers, "
                        + times + " closes: " + late.size() + " late callers");
        late.forEach(CloseWhilePersistingIT::requireOurs);
    }

    private static List<Throwable> closeOnce(
            Hibernate hibernate, int writers, List<Kind> kinds, ExecutorService threads) throws Exception {
        SessionFactory factory = hibernate.start();
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(writers);
        List<Future<Throwable>> results = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            Kind kind = kinds.get(i % kinds.size());
            results.add(threads.submit(() -> persistUntilRefused(factory, kind, begun, closed)));
        }
        assertThat(begun.await(60, SECONDS)).isTrue();
        factory.close();
        closed.countDown();
        List<Throwable> late = new ArrayList<>();
        for (Future<Throwable> result : results) {
            Throwable refusal = result.get(60, SECONDS);
            if (refusal != null) {
                late.add(refusal);
            }
        }
        return late;
    }

    /** The session factory may close while the first id is made. */
    private static Throwable persistUntilRefused(
            SessionFactory factory, Kind kind, CountDownLatch begun, CountDownLatch closed) {
        Session session = factory.openSession();
        begun.countDown();
        try {
            while (kind.ends() || closed.getCount() > 0) {
                session.persist(kind.maker().get());
                session.clear();
            }
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Hibernate itself refuses what comes after its session has closed. */
    private static void requireOurs(Throwable refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (!(refusal instanceof IdentifierGenerationException && message.contains("Only.id: "))
                && !message.equals("Session/EntityManager is closed")) {
            throw new AssertionError("a late caller was told: " + message, refusal);
        }
    }
}
