package io.github.hibernateidgen.benchmarks.database;

import java.lang.reflect.Constructor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Transaction;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

/** Inserts rows of a kind of id through Hibernate, like an application: with a session and a transaction for several rows. */
final class Inserts implements AutoCloseable {

    static final int BATCH = 50;
    static final int ROWS_PER_TRANSACTION = 500;

    private final Server server;
    private final StandardServiceRegistry registry;
    private final SessionFactory factory;
    private final Supplier<? extends Row> newRow;
    private final Supplier<? extends Line> newLine;

    /**
     * Opens a session factory.
     *
     * @param schema Hibernate's action on the schema: {@code create}, {@code create-drop} or {@code none}
     * @param withLines whether child rows are mapped
     */
    Inserts(Server server, Database database, Kind kind, String schema, boolean withLines) {
        this(server, database, kind, schema, withLines, 3);
    }

    /**
     * Opens a session factory for several threads.
     *
     * @param connections the size of the pool, which also serves the reservation of worker numbers
     */
    Inserts(Server server, Database database, Kind kind, String schema, boolean withLines, int connections) {
        this.server = server;
        Class<? extends Row> row = kind.row(database);
        Class<? extends Line> line = kind.line(database);
        newRow = constructor(row);
        newLine = constructor(line);
        registry = new StandardServiceRegistryBuilder()
                .applySettings(Map.of(
                        "jakarta.persistence.jdbc.url",
                        server.jdbcUrl(),
                        "jakarta.persistence.jdbc.user",
                        server.user(),
                        "jakarta.persistence.jdbc.password",
                        server.password(),
                        "hibernate.hbm2ddl.auto",
                        schema,
                        "hibernate.jdbc.batch_size",
                        BATCH,
                        "hibernate.order_inserts",
                        true,
                        "hibernate.id.optimizer.pooled.preferred",
                        "pooled-lo",
                        "hibernate.connection.pool_size",
                        connections))
                .build();
        MetadataSources sources = new MetadataSources(registry).addAnnotatedClass(row);
        if (withLines) {
            sources.addAnnotatedClass(line);
        }
        Metadata metadata = sources.buildMetadata();
        factory = metadata.buildSessionFactory();
    }

    /**
     * Inserts rows with their child rows.
     *
     * @return the duration in nanoseconds, and the calls of the driver
     */
    Work run(int rows, int linesPerRow) {
        Calls calls = new Calls();
        long start = System.nanoTime();
        for (int done = 0; done < rows; done += ROWS_PER_TRANSACTION) {
            int here = Math.min(ROWS_PER_TRANSACTION, rows - done);
            try (Session session = factory.withOptions().eventListeners(calls).openSession()) {
                unit(session, newRow, here, newLine, linesPerRow, 0);
            }
        }
        return new Work(System.nanoTime() - start, calls.batches(), calls.singles());
    }

    /**
     * Inserts the rows of a unit of work with their child rows, in a separate session.
     *
     * @param heldNanos the nanoseconds between the {@code persist()} calls, which make the ids, and the flush
     */
    void unit(int rows, int linesPerRow, long heldNanos) {
        try (Session session = factory.openSession()) {
            unit(session, newRow, rows, newLine, linesPerRow, heldNanos);
        }
    }

    private static void unit(
            Session session,
            Supplier<? extends Row> newRow,
            int rows,
            Supplier<? extends Line> newLine,
            int linesPerRow,
            long heldNanos) {
        Transaction transaction = session.beginTransaction();
        List<Row> parents = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            Row parent = newRow.get();
            session.persist(parent);
            parents.add(parent);
        }
        for (int i = 0; i < rows * linesPerRow; i++) {
            Line child = newLine.get();
            child.belongTo(parents.get(i / linesPerRow));
            session.persist(child);
        }
        Pause.nanos(heldNanos);
        transaction.commit();
    }

    /** The cost of inserting rows. */
    record Work(long nanos, long batches, long singles) {}

    /** An action on a connection of the pool. */
    interface Step<T> {
        T run(Connection connection) throws SQLException;
    }

    <T> T onConnection(Step<T> step) {
        try (Session session = factory.openSession()) {
            return session.doReturningWork(connection -> {
                boolean before = connection.getAutoCommit();
                connection.setAutoCommit(true);
                T result = step.run(connection);
                connection.setAutoCommit(before);
                return result;
            });
        }
    }

    Server server() {
        return server;
    }

    private static <T> Supplier<T> constructor(Class<? extends T> type) {
        try {
            Constructor<? extends T> constructor = type.getDeclaredConstructor();
            return () -> {
                try {
                    return constructor.newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        factory.close();
        StandardServiceRegistryBuilder.destroy(registry);
    }
}
