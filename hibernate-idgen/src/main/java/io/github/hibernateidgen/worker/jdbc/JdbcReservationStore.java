package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in a table of a relational database, one row for each worker number of a namespace.
 *
 * <p>Reading is one SELECT. A compare-and-set is one UPDATE with the expected content in its WHERE clause, or one INSERT,
 * which the primary key may refuse, and a SELECT that checks that its number has one row. Each statement has a transaction
 * of its own, at READ COMMITTED where the connection is at READ UNCOMMITTED, and fails when the server has sent nothing for
 * 10 s, if the driver supports that. {@link JdbcDatabase} has the statement that creates the table, and {@link
 * #createTable()} runs it.
 *
 * <p>A database that fails over to a replica may lose what it has confirmed, unless it replicates synchronously: then
 * one number can be handed out twice.
 *
 * <p>Thread-safe.
 */
public final class JdbcReservationStore implements ReservationStore {

    private final ConnectionSource connections;
    private final JdbcTable table;
    private final String description;
    private volatile @Nullable TableSql sql;
    private volatile boolean clockRefused;

    /**
     * Makes a store; nothing is sent yet.
     *
     * @param connections lends the connections
     * @param table the table, which must exist when the store is used
     */
    public JdbcReservationStore(ConnectionSource connections, JdbcTable table) {
        this(connections, table, "JDBC table " + table);
    }

    /**
     * Makes a store with a name of its own for messages; nothing is sent yet.
     *
     * @param connections lends the connections
     * @param table the table, which must exist when the store is used
     * @param description what {@link #describe()} returns, such as the table with the schema that connections have
     */
    public JdbcReservationStore(ConnectionSource connections, JdbcTable table, String description) {
        this.connections = connections;
        this.table = table;
        this.description = description;
    }

    /**
     * Creates the table if it is missing: sends a SELECT, and if that fails the statement of {@link JdbcDatabase#ddl()}
     * with the names of this table. Several processes may call this at the same time; the first one creates the table.
     *
     * <p>Call this only when an application starts: an empty table in place of a lost one hands out numbers that running
     * processes hold.
     *
     * @return whether this call made it
     * @throws ReservationStoreException if the database can't be reached, or refuses
     */
    public boolean createTable() {
        if (hasTable()) {
            return false;
        }
        try {
            return lent(this::create); // Many databases refuse DDL in a transaction of a transaction manager.
        } catch (SQLException e) {
            if (hasTable()) {
                return false; // Another process has created it first.
            }
            throw new ReservationStoreException(message("created", e) + remedy(), e);
        }
    }

    private boolean hasTable() {
        try {
            read("default");
            return true;
        } catch (ReservationStoreException e) {
            if (e.getCause() instanceof SQLException refusal && database().mayMissTable(refusal)) {
                return false;
            }
            throw e;
        }
    }

    private boolean create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Oracle refuses the semicolon at the end.
            statement.execute(sql(connection).ddl().strip().replaceFirst(";$", ""));
            return true;
        }
    }

    @Override
    public List<StoredSlot> read(String namespace) {
        try {
            return inTransaction(connection -> select(connection, namespace));
        } catch (SQLException e) {
            throw new ReservationStoreException(message("read", e) + (database().mayMissTable(e) ? remedy() : ""), e);
        } catch (UnsupportedOperationException e) {
            throw withoutConnection(e);
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return compareAndSet(namespace, expected, update, millis -> {});
    }

    /** Passes on the clock of a PostgreSQL, whose UPDATE returns it; of other databases {@link #millis} alone tells it. */
    @Override
    public boolean compareAndSet(
            String namespace, @Nullable StoredSlot expected, StoredSlot update, LongConsumer clock) {
        try {
            return expected == null ? insert(namespace, update) : update(namespace, expected, update, clock) == 1;
        } catch (SQLException e) {
            if (database().isRolledBack(e)) {
                return false;
            }
            throw new ReservationStoreException(message("written", e), e);
        }
    }

    /** Reads the server's clock; empty if that fails, or if no query for this database is known. */
    @Override
    public OptionalLong millis(String namespace) {
        try {
            return inTransaction(this::clock);
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("08")) { // The connection failed, not the statement.
                throw new ReservationStoreException(message("read", e), e);
            }
            return OptionalLong.empty();
        } catch (UnsupportedOperationException e) {
            throw withoutConnection(e);
        }
    }

    @Override
    public String describe() {
        return description;
    }

    private List<StoredSlot> select(Connection connection, String namespace) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql(connection).select())) {
            statement.setString(1, namespace);
            List<StoredSlot> slots = new ArrayList<>();
            Set<Long> workers = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    StoredSlot slot = new StoredSlot(rows.getLong(1), rows.getString(2), rows.getLong(3));
                    if (!workers.add(slot.worker())) {
                        throw withoutKey(namespace, slot.worker());
                    }
                    slots.add(slot);
                }
            }
            return slots;
        }
    }

    /*
     * Databases differ in how they say which constraint refused a row, so the table is read to see whether the number is
     * taken. Without a primary key no row is refused, and another process may have inserted the same number: of two such
     * rows the one that is committed last sees the other one, so at most one of them counts.
     */
    private boolean insert(String namespace, StoredSlot slot) throws SQLException {
        SQLException refusal = null;
        try {
            inTransaction(connection -> insert(connection, namespace, slot));
        } catch (SQLException e) {
            if (!database().mayBeBrokenKey(e)) {
                throw e;
            }
            refusal = e;
        }
        long rows = inTransaction(connection -> count(connection, namespace, slot.worker()));
        if (rows > 1) {
            throw withoutKey(namespace, slot.worker());
        }
        if (refusal != null && rows == 0) {
            throw refusal;
        }
        return refusal == null && rows == 1;
    }

    private long count(Connection connection, String namespace, long worker) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql(connection).count())) {
            statement.setString(1, namespace);
            statement.setLong(2, worker);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private OptionalLong clock(Connection connection) throws SQLException {
        Optional<String> query = database().clock();
        if (query.isEmpty()) {
            return OptionalLong.empty();
        }
        try (PreparedStatement statement = connection.prepareStatement(query.get());
                ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    private int insert(Connection connection, String namespace, StoredSlot slot) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql(connection).insert())) {
            fill(statement, namespace, slot);
            return statement.executeUpdate();
        }
    }

    /** Updates a row. A server that only speaks PostgreSQL's protocol may refuse to return its clock; it is not asked again. */
    private int update(String namespace, StoredSlot expected, StoredSlot update, LongConsumer clock)
            throws SQLException {
        if (!clockRefused) {
            try {
                return inTransaction(connection -> update(connection, namespace, expected, update, clock));
            } catch (SQLException e) {
                if (!database().mayRefuseClock(e)) {
                    throw e;
                }
            }
        }
        int rows = inTransaction(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement(sql(connection).update())) {
                fill(statement, namespace, expected, update);
                return statement.executeUpdate();
            }
        });
        clockRefused = true;
        return rows;
    }

    private int update(
            Connection connection, String namespace, StoredSlot expected, StoredSlot update, LongConsumer clock)
            throws SQLException {
        TableSql statements = sql(connection);
        String returning = statements.database().returningClock();
        try (PreparedStatement statement = connection.prepareStatement(statements.update() + returning)) {
            fill(statement, namespace, expected, update);
            if (returning.isEmpty()) {
                return statement.executeUpdate();
            }
            int rows = 0;
            try (ResultSet clocks = statement.executeQuery()) {
                for (; clocks.next(); rows++) {
                    clock.accept(clocks.getLong(1));
                }
            }
            return rows;
        }
    }

    private static void fill(PreparedStatement statement, String namespace, StoredSlot expected, StoredSlot update)
            throws SQLException {
        fill(statement, namespace, update);
        statement.setString(5, expected.owner());
        statement.setLong(6, expected.reservedUntil());
    }

    private static void fill(PreparedStatement statement, String namespace, StoredSlot slot) throws SQLException {
        statement.setString(1, slot.owner());
        statement.setLong(2, slot.reservedUntil());
        statement.setString(3, namespace);
        statement.setLong(4, slot.worker());
    }

    /** Returns the statements; two threads may make them twice, which does no harm. */
    private TableSql sql(Connection connection) throws SQLException {
        TableSql known = sql;
        if (known == null) {
            known = TableSql.of(table, connection.getMetaData());
            sql = known;
        }
        return known;
    }

    private JdbcDatabase database() {
        TableSql known = sql;
        return known == null ? JdbcDatabase.OTHER : known.database();
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        return connections.transact(() -> lent(work));
    }

    private <T> T lent(Work<T> work) throws SQLException {
        Connection connection = open();
        try {
            NetworkLimit limit = NetworkLimit.set(connection);
            try {
                return onCommittedReads(connection, work);
            } finally {
                limit.lift();
            }
        } finally {
            connections.close(connection);
        }
    }

    /**
     * Returns a connection. A closed or exhausted pool throws without an SQLSTATE, which must not be mistaken for a missing
     * table.
     */
    private Connection open() throws SQLException {
        try {
            return connections.open();
        } catch (SQLException e) {
            throw String.valueOf(e.getSQLState()).startsWith("08")
                    ? e
                    : new SQLTransientConnectionException(e.getMessage(), "08001", e);
        }
    }

    private <T> T onCommittedReads(Connection connection, Work<T> work) throws SQLException {
        CommittedReads reads = CommittedReads.set(connection, sql(connection).database());
        try {
            return committed(connection, work);
        } finally {
            reads.lift();
        }
    }

    private <T> T committed(Connection connection, Work<T> work) throws SQLException {
        boolean isOurs = connections.isCommittedByBorrower(connection);
        try {
            T result = work.with(connection);
            if (isOurs) {
                connection.commit();
            }
            return result;
        } catch (SQLException | RuntimeException e) {
            if (isOurs) {
                rollBack(connection, e);
            }
            throw e;
        }
    }

    private static void rollBack(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** Explains Hibernate's refusal if the application gives each session its connection. */
    private ReservationStoreException withoutConnection(UnsupportedOperationException e) {
        return new ReservationStoreException(
                describe() + " could not be read: there is no connection for it (" + e.getMessage()
                        + "); name a data source in hibernate.idgen.worker.jdbc.data-source",
                e);
    }

    private ReservationStoreException withoutKey(String namespace, long worker) {
        TableSql known = sql;
        return new ReservationStoreException(
                describe() + " has more than one row of worker [" + worker + "] in namespace [" + namespace
                        + "], so it has no primary key; stop all processes, delete all rows of that number but the one"
                        + " with the latest reserved_until, and add the key with\n"
                        + (known == null ? "" : known.addKey()),
                null);
    }

    private String message(String done, SQLException e) {
        return describe() + " could not be " + done + ": " + e.getMessage();
    }

    private String remedy() {
        TableSql known = sql;
        return known == null
                ? ""
                : ". If the table is missing, create it with\n" + known.ddl().strip()
                        + "\nor let Hibernate's schema tooling create it, or choose another source of worker numbers:"
                        + " a number for each process in hibernate.idgen.worker.id, or another store in"
                        + " hibernate.idgen.worker.source";
    }

    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }
}
