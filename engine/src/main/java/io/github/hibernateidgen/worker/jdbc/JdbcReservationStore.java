package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.internal.calls.SqlFailures;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.worker.reservation.ReservationFailure.Help;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in a table of a relational database, one row for each worker number of a namespace.
 *
 * <p>The first call also {@linkplain #locate() finds the table}. A read sends one SELECT for the rows and one SELECT for
 * the server's clock. A compare-and-set is one UPDATE with the expected content in its WHERE clause, or one INSERT, which
 * fails if it violates the primary key. After an INSERT, an UPDATE writes the end of the reservation, so a missing right
 * to update fails the first claim and not the first renewal; a SELECT then checks that the worker number has one row,
 * with this end. A read, a write and this check run in separate transactions, each of which begins with a SELECT of a
 * constant: a pooler may lend a server only then. A later statement is cancelled after the
 * limit of its call, 10 s or a sixth of a shorter window, and its connection is closed after 5 s more, if the driver
 * supports these timeouts. If the isolation level of the connection is
 * READ UNCOMMITTED, a read raises the level to READ COMMITTED. {@link JdbcDatabase} has the statement that creates the
 * table, and {@link #createTable()} runs the statement.
 *
 * <p>A database that fails over to an asynchronous replica may lose confirmed writes. Then two processes can get the
 * same worker number. Synchronous replication prevents this.
 *
 * <p>Thread-safe.
 */
public final class JdbcReservationStore implements ReservationStore {

    private final OwnTransactions transactions;
    private final String description;

    /** Whether the server does not count the rows of an UPDATE, such as SQL Server after {@code SET NOCOUNT ON}. */
    private volatile boolean isUncounted;

    /**
     * Makes a store of table {@code idgen_worker} in a database other than the entities' database. Sends no SQL.
     *
     * @param dataSource a connection pool or another data source. The caller owns it, and closes it after the session
     *     factory is closed. Hibernate's schema tools do not create the table there: create it yourself, or with {@link
     *     #createTable()}
     */
    public JdbcReservationStore(DataSource dataSource) {
        this(dataSource, JdbcTable.DEFAULT);
    }

    /**
     * Makes a store of another table. Sends no SQL.
     *
     * @param dataSource the data source, as in the other constructor
     * @param table the table, which must exist when the store is used
     */
    public JdbcReservationStore(DataSource dataSource, JdbcTable table) {
        this(ConnectionSource.of(dataSource), table);
    }

    /**
     * Makes a store whose connections do not come from a data source. Sends no SQL.
     *
     * @param connections lends the connections
     * @param table the table, which must exist when the store is used
     */
    public JdbcReservationStore(ConnectionSource connections, JdbcTable table) {
        this(connections, table, "JDBC table " + table);
    }

    /**
     * Makes a store with a description for messages. Sends no SQL.
     *
     * @param connections lends the connections
     * @param table the table, which must exist when the store is used
     * @param description the result of {@link #describe()} before the first connection, such as the table with the schema
     *     that the connections are expected to have
     */
    public JdbcReservationStore(ConnectionSource connections, JdbcTable table, String description) {
        this.transactions = new OwnTransactions(connections, table);
        this.description = description;
    }

    /**
     * Creates the table if it is missing: sends a SELECT and, if the table may be missing, the statement of {@link
     * JdbcDatabase#ddl()} with the names of this table. Several processes may call this method at the same time; the
     * first process creates the table.
     *
     * <p>Call this only when an application starts. If a table is lost while processes run, an empty new table lets
     * other processes claim the numbers that the running processes hold.
     *
     * @return whether this call created the table
     * @throws ReservationStoreException if the database can't be reached, or rejects the statement
     */
    public boolean createTable() {
        if (hasTable()) {
            return false;
        }
        try {
            // Many databases reject DDL in a transaction of a transaction manager.
            return transactions.outside(false, JdbcReservationStore::create);
        } catch (SQLException e) {
            if (hasTable()) {
                return false; // Another process has created it first.
            }
            throw creation("created", e);
        }
    }

    private boolean hasTable() {
        try {
            read("default", 0, 1);
            return true;
        } catch (ReservationStoreException e) {
            if (e.getCause() instanceof SQLException failure
                    && transactions.database().mayMissTable(failure)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean create(BoundedConnection connection, TableSql sql) throws SQLException {
        try (Statement statement = connection.forOthers().createStatement()) {
            // Oracle rejects the semicolon at the end.
            statement.execute(sql.ddl().strip().replaceFirst(";$", ""));
            return true;
        }
    }

    /** Reads the rows, and then the server's clock. */
    @Override
    public StoredSlots read(String namespace, long from, long to) {
        try {
            return transactions.run(
                    true,
                    (connection, sql) -> new StoredSlots(
                            select(connection, sql, namespace, from, to), millis(connection, sql.database())));
        } catch (SQLException e) {
            ReservationStoreException failure = failure("read", e);
            throw failure.help() == Help.STORE
                            && transactions.database().mayMissTable(e)
                            && failure.remedy().isEmpty()
                    ? creation("read", e)
                    : failure;
        } catch (IllegalArgumentException e) {
            throw new ReservationStoreException(
                    describe() + " could not be read: " + Explained.rule(e), Explained.remedy(e), Help.STORE, true, e);
        } catch (UnsupportedOperationException e) {
            throw withoutConnection(e);
        }
    }

    private List<StoredSlot> select(BoundedConnection connection, TableSql sql, String namespace, long from, long to)
            throws SQLException {
        try (PreparedStatement statement = connection.prepare(sql.selectSome())) {
            statement.setString(1, namespace);
            statement.setLong(2, from);
            statement.setLong(3, to);
            try (ResultSet rows = statement.executeQuery()) {
                Map<Long, StoredSlot> slots = new LinkedHashMap<>();
                while (rows.next()) {
                    StoredSlot slot = new StoredSlot(rows.getLong(1), rows.getString(2), rows.getLong(3));
                    if (slots.put(slot.worker(), slot) != null) {
                        throw withoutKey(sql, namespace, slot);
                    }
                }
                return List.copyOf(slots.values());
            }
        }
    }

    private ReservationStoreException withoutKey(TableSql sql, String namespace, StoredSlot slot) {
        return new ReservationStoreException(
                describe() + " has more than one row of worker [" + slot.worker() + "] in namespace [" + namespace
                        + "], so it has no primary key",
                "stop all processes, delete all rows of that number but the one with the latest reserved_until, and add"
                        + " the key with\n" + sql.addKey(),
                Help.STORE,
                true,
                null);
    }

    /**
     * Reads the server's clock; empty if no query for this database is known, or if the server may not support the
     * query.
     */
    private static OptionalLong millis(BoundedConnection connection, JdbcDatabase database) throws SQLException {
        try {
            return number(connection, database.clock());
        } catch (SQLException e) {
            if (database.mayRejectQuery(e)) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }

    /** Sends a query for a number; empty without a query. */
    private static OptionalLong number(BoundedConnection connection, @Nullable String query) throws SQLException {
        if (query == null) {
            return OptionalLong.empty();
        }
        try (PreparedStatement statement = connection.prepare(query);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        try {
            return expected == null ? insert(namespace, update) : replace(namespace, update, expected);
        } catch (SQLException e) {
            if (transactions.database().isRolledBack(e)) {
                return false;
            }
            throw failure("written", e);
        }
    }

    /**
     * Returns how long the database may keep a confirmed commit in memory before it writes the commit to its files: the
     * write delay of H2 and HSQLDB. If the database's process is killed, the commits of that time are lost. Other
     * databases are not queried.
     *
     * @return the delay; 365 days for H2 2.5 on files, which loses commits of any age; zero if the database has no delay, if
     *     the delay can't be read, or if this store has not been used yet
     */
    public Duration writeDelay() {
        String query = transactions.database().writeDelay();
        if (query == null) {
            return Duration.ZERO;
        }
        try {
            return Duration.ofMillis(transactions
                    .run(false, (connection, sql) -> number(connection, query))
                    .orElse(0));
        } catch (SQLException | UnsupportedOperationException e) {
            return Duration.ZERO;
        }
    }

    /**
     * Finds the table. A name without a schema is looked up on the first connection of this store, as the database looks
     * it up. All statements then name the schema that was found, whatever the schema, catalog or {@code search_path} of a
     * later connection is.
     *
     * @return the table with its schema, or with its catalog on a database without schemas. A name without a schema stays
     *     as it is if the database does not reveal the schema, or if the table is found through a synonym
     * @throws ReservationStoreException if the first connection can't be opened
     */
    public JdbcTable locate() {
        TableSql known = transactions.known();
        if (known != null) {
            return known.table();
        }
        try {
            return transactions.run(false, (connection, sql) -> sql.table());
        } catch (SQLException e) {
            throw failure("read", e);
        } catch (UnsupportedOperationException e) {
            throw withoutConnection(e);
        }
    }

    /** Returns the table as {@link #locate()} has found it. */
    @Override
    public String describe() {
        TableSql known = transactions.known();
        return known == null ? description : "JDBC table " + known.table();
    }

    /**
     * Replaces the expected content, and returns whether this process now has the number. If the UPDATE changed no row, the
     * content was replaced before. But a content that is still there was not replaced: each content has another owner or
     * another end, so the content cannot have come back.
     */
    private boolean replace(String namespace, StoredSlot slot, StoredSlot expected) throws SQLException {
        int rows =
                isUncounted ? replaceUncounted(namespace, slot, expected) : replaceCounted(namespace, slot, expected);
        if (rows != 1 && rows(namespace, slot.worker()).contains(expected)) {
            throw ignored("update");
        }
        return rows == 1;
    }

    private int replaceCounted(String namespace, StoredSlot slot, StoredSlot expected) throws SQLException {
        try {
            return transactions.run(false, (connection, sql) -> {
                int rows = write(connection, sql, sql.update(), namespace, slot, expected);
                if (rows < 0) {
                    throw new UncountedException();
                }
                return rows;
            });
        } catch (UncountedException e) {
            isUncounted = true;
            return replaceUncounted(namespace, slot, expected);
        }
    }

    /**
     * Replaces the expected content if the server does not count the rows of an UPDATE. A read before the UPDATE and a read
     * after it, in the same transaction, show whether this UPDATE has replaced the content.
     */
    private int replaceUncounted(String namespace, StoredSlot slot, StoredSlot expected) throws SQLException {
        long worker = slot.worker();
        return transactions.run(true, (connection, sql) -> {
            if (!select(connection, sql, namespace, worker, worker + 1).contains(expected)) {
                return 0;
            }
            write(connection, sql, sql.update(), namespace, slot, expected);
            return select(connection, sql, namespace, worker, worker + 1).contains(slot) ? 1 : 0;
        });
    }

    /** Rolls back an UPDATE whose rows were not counted. */
    private static final class UncountedException extends SQLException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Inserts a row, and returns whether this process now has the number. Databases report a violated constraint in
     * different ways, so a SELECT then shows whether the number is taken. A table without a primary key accepts a
     * second row with the same number. Of two processes that inserted the same number, the process that commits last
     * sees both rows and throws, so at most one of the two processes gets the number.
     *
     * <p>The row is inserted with an end that is 1 ms earlier, and then updated to its own end. If the process or the
     * connection ends between the two statements, the row keeps the number from other processes until it expires, as a
     * claim does whose answer is lost.
     */
    private boolean insert(String namespace, StoredSlot slot) throws SQLException {
        StoredSlot inserted = new StoredSlot(slot.worker(), slot.owner(), slot.reservedUntil() - 1);
        AtomicBoolean isInserted = new AtomicBoolean();
        SQLException failure = null;
        try {
            transactions.run(false, (connection, sql) -> {
                write(connection, sql, sql.insert(), namespace, inserted, null);
                isInserted.set(true);
                return write(connection, sql, sql.update(), namespace, slot, inserted);
            });
        } catch (SQLException e) {
            if (isInserted.get() || !transactions.database().mayBeBrokenKey(e)) {
                throw e;
            }
            failure = e;
        }
        List<StoredSlot> rows = rows(namespace, slot.worker());
        if (failure != null) {
            if (rows.isEmpty()) {
                throw failure;
            }
            return false;
        }
        if (rows.isEmpty() || rows.contains(inserted)) {
            throw ignored(rows.isEmpty() ? "insert" : "update");
        }
        return rows.contains(slot);
    }

    private List<StoredSlot> rows(String namespace, long worker) throws SQLException {
        return transactions.run(true, (connection, sql) -> select(connection, sql, namespace, worker, worker + 1));
    }

    private ReservationStoreException ignored(String statement) {
        return new ReservationStoreException(
                describe() + " could not be written: the database accepted an " + statement
                        + ", but a read does not show it",
                "check the table's triggers, rules and row security, and let the account of this application read,"
                        + " insert and update all rows",
                Help.STORE,
                true,
                null);
    }

    /** Sends an INSERT, or an UPDATE of the expected content; returns the number of written rows, negative if it is unknown. */
    private static int write(
            BoundedConnection connection,
            TableSql sql,
            String text,
            String namespace,
            StoredSlot slot,
            @Nullable StoredSlot expected)
            throws SQLException {
        try (PreparedStatement statement = connection.prepare(text)) {
            statement.setString(1, slot.owner());
            statement.setLong(2, slot.reservedUntil());
            statement.setString(3, namespace);
            statement.setLong(4, slot.worker());
            if (expected != null) {
                statement.setString(5, expected.owner());
                statement.setLong(6, expected.reservedUntil());
            }
            int rows = statement.executeUpdate();
            sql.database().requireAcknowledged(statement::getWarnings);
            return rows;
        }
    }

    /**
     * Explains Hibernate's exception in an application that passes a connection to each session. Hibernate then has no
     * connection for this store.
     */
    private ReservationStoreException withoutConnection(UnsupportedOperationException e) {
        return new ReservationStoreException(
                describe() + " could not be read: there is no connection for it (" + e.getMessage() + ")",
                "give the store a data source of its own",
                Help.STORE,
                true,
                e);
    }

    /** Makes the exception for a failed statement. Its remedy depends on the cause. */
    private ReservationStoreException failure(String done, SQLException e) {
        if (SqlFailures.isCanceled(e)) {
            return failure(
                    done,
                    e,
                    ". A server answers on the connection, and the statement took longer than its limit",
                    "check whether another transaction locks the table",
                    Help.STORE);
        }
        if (JdbcDatabase.isReadOnly(e)) {
            return failure(
                    done,
                    e,
                    ". The server or the account is read-only",
                    "connect to the server that accepts writes, or, if this process makes no ids, claim no number at"
                            + " the start",
                    Help.WRITES);
        }
        TableSql known = transactions.known();
        if (known != null && known.database().isForbidden(e)) {
            return failure(
                    done,
                    e,
                    ". The account of this application lacks a right",
                    "as the owner of the table, run\ngrant select, insert, update on " + known.name() + " to ACCOUNT",
                    Help.RIGHTS);
        }
        return failure(
                done, e, "", Explained.remedy(e), e instanceof UnnamedSchemaException ? Help.SCHEMA : Help.STORE);
    }

    /** Makes the exception for a statement that may have failed because the table is missing. */
    private ReservationStoreException creation(String done, SQLException e) {
        TableSql known = transactions.known();
        return known == null
                ? failure(done, e)
                : failure(
                        done,
                        e,
                        transactions.place(),
                        "if the table is missing, create it with\n"
                                + known.script().strip(),
                        Help.TABLE);
    }

    private ReservationStoreException failure(String done, SQLException e, String reason, String remedy, Help help) {
        return new ReservationStoreException(
                describe() + " could not be " + done + ": " + Explained.rule(e) + reason,
                remedy,
                help,
                JdbcDatabase.isPermanent(e),
                e);
    }
}
