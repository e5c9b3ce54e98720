package io.github.hibernateidgen.benchmarks.hibernate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;

/**
 * Measures how long callers wait for numbers from segments if each statement and each commit takes 50 ms to reach the
 * database. Together, 8 threads ask for 8,000 ids per second, for 10 s after a warm-up of 2 s. Results are in {@code
 * benchmarks/results/segments-away.json}.
 */
public final class SegmentsAway {

    private static final int THREADS = 8;
    private static final int PER_SECOND = 8_000;
    private static final long AWAY = MILLISECONDS.toNanos(50);
    private static final long SLOW = MILLISECONDS.toNanos(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The number of borrowed connections, its maximum, and how often a connection was borrowed. */
    private static final AtomicInteger BORROWED = new AtomicInteger();

    private static final AtomicInteger MOST = new AtomicInteger();
    private static final AtomicInteger TIMES = new AtomicInteger();

    private SegmentsAway() {}

    @Entity(name = "Fetched")
    static class Fetched {
        @Id
        @SegmentId(size = 1_000)
        Long id;
    }

    @Entity(name = "Stock")
    static class Stock {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "stock")
        @SequenceGenerator(name = "stock", allocationSize = 1_000)
        Long id;
    }

    private record Calls(long count, long slow, long waited, long longest) {

        Calls plus(Calls other) {
            return new Calls(
                    count + other.count, slow + other.slow, waited + other.waited, Math.max(longest, other.longest));
        }
    }

    /**
     * Measures this library and Hibernate's two optimizers.
     *
     * @param args optionally the folder for the results
     */
    public static void main(String[] args) throws Exception {
        ArrayNode results = JSON.createArrayNode();
        results.add(measured("**ours**", Fetched.class, "pooled"));
        results.add(measured("Hibernate `pooled-lo`", Stock.class, "pooled-lo"));
        results.add(measured("Hibernate `pooled`", Stock.class, "pooled"));
        write(Path.of(args.length > 0 ? args[0] : "benchmarks/results"), results);
    }

    private static void write(Path folder, ArrayNode results) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("segments-away.json"), results.toPrettyString() + "\n");
    }

    private static ObjectNode measured(String what, Class<?> entity, String optimizer) throws Exception {
        try (SessionFactory factory = start(entity, optimizer)) {
            measure(factory, entity, SECONDS.toNanos(2));
            MOST.set(BORROWED.get());
            TIMES.set(0);
            Calls calls = measure(factory, entity, SECONDS.toNanos(10));
            ObjectNode result = JSON.createObjectNode()
                    .put("numbers", what)
                    .put("ids", calls.count)
                    .put("slow", calls.slow)
                    .put("waitedSeconds", calls.waited / 1e9)
                    .put("longestMillis", calls.longest / 1e6)
                    .put("connectionsAtOnce", MOST.get())
                    .put("borrowed", TIMES.get());
            System.out.println(result);
            return result;
        }
    }

    private static SessionFactory start(Class<?> entity, String optimizer) {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:away;DB_CLOSE_DELAY=-1", "sa", "");
        pool.setMaxConnections(16);
        Configuration configuration = new Configuration().addAnnotatedClass(entity);
        configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, far(pool));
        return configuration
                .setProperty(AvailableSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, "create-drop")
                .setProperty(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, optimizer)
                .buildSessionFactory();
    }

    private static Calls measure(SessionFactory factory, Class<?> entity, long nanos) throws Exception {
        var generator = (BeforeExecutionGenerator) factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity.getName())
                .getGenerator();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            List<Future<Calls>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    try (StatelessSession session = factory.openStatelessSession()) {
                        return ask(generator, (SharedSessionContractImplementor) session, start, nanos);
                    }
                }));
            }
            Calls calls = new Calls(0, 0, 0, 0);
            for (Future<Calls> one : all) {
                calls = calls.plus(one.get());
            }
            return calls;
        } finally {
            threads.shutdown();
        }
    }

    /** Asks for ids at an even pace. Calls that were delayed by a wait are made directly after the wait. */
    private static Calls ask(
            BeforeExecutionGenerator generator, SharedSessionContractImplementor session, long start, long nanos) {
        Calls calls = new Calls(0, 0, 0, 0);
        for (long now = System.nanoTime(); now - start < nanos; now = System.nanoTime()) {
            if (calls.count * SECONDS.toNanos(1) / (PER_SECOND / THREADS) > now - start) {
                LockSupport.parkNanos(200_000);
                continue;
            }
            long before = System.nanoTime();
            var unused = generator.generate(session, null, null, EventType.INSERT);
            long took = System.nanoTime() - before;
            calls = calls.plus(new Calls(1, took > SLOW ? 1 : 0, took > SLOW ? took : 0, took));
        }
        return calls;
    }

    private static DataSource far(DataSource near) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object result = invoke(near, method, arguments);
            if (result instanceof Connection connection) {
                TIMES.incrementAndGet();
                MOST.accumulateAndGet(BORROWED.incrementAndGet(), Math::max);
                return far(connection);
            }
            return result;
        });
    }

    private static Connection far(Connection near) {
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("commit")) {
                LockSupport.parkNanos(AWAY);
            } else if (method.getName().equals("close")) {
                BORROWED.decrementAndGet();
            }
            Object result = invoke(near, method, arguments);
            return result instanceof PreparedStatement statement ? far(statement) : result;
        });
    }

    private static PreparedStatement far(PreparedStatement near) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                LockSupport.parkNanos(AWAY);
            }
            return invoke(near, method, arguments);
        });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
