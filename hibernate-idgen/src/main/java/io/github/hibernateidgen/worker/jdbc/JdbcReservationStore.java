package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps reservations in a table of a relational database, one row for each worker number of a namespace.
 *
 * <p>Reading is one SELECT, which brings the server's clock along. A compare-and-set is one UPDATE with the expected content
 * in its WHERE clause, or one INSERT, which the primary key may refuse. After an INSERT a SELECT checks that its number has
 * one row, except on PostgreSQL, whose INSERT fails without a primary key. Each statement has a transaction of its own, and
 * fails when the server has sent nothing for 10 s, if the driver supports that. A read is at READ COMMITTED where the
 * connection is at READ UNCOMMITTED. {@link JdbcDatabase} has the statement that creates the table, and {@link
 * #createTable()} runs it.
 *
 * <p>A database that fails over to a replica may lose what it has confirmed, unless it replicates synchronously: then
 * one number can be handed out twice.
 *
 * <p>Thread-safe.
 */
public final class JdbcReservationStore implements ReservationStore {

    private final OwnTransactions transactions;
    private final KnownSql sql;
    private final SlotReads reads;
    private final String description;

    /**
     * Makes a store of table {@code idgen_worker}, in another database than that of the entities; nothing is sent yet.
     *
     * @param dataSource a pool, or whatever else makes connections; it belongs to the caller, who closes it once the session
     *     factory is closed. No schema tools of Hibernate see its table: create it yourself, or by {@link #createTable()}
     */
    public JdbcReservationStore(DataSource dataSource) {
        this(dataSource, JdbcTable.DEFAULT);
    }

    /**
     * Makes a store of another table; nothing is sent yet.
     *
     * @param dataSource as in the other constructor
     * @param table the table, which must exist when the store is used
     */
    public JdbcReservationStore(DataSource dataSource, JdbcTable table) {
        this(ConnectionSource.of(dataSource), table);
    }

    /**
     * Makes a store on connections that are no data source's; nothing is sent yet.
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
        this.sql = new KnownSql(table);
        this.transactions = new OwnTransactions(connections, sql::requireAcknowledged);
        this.reads = new SlotReads(transactions, sql);
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
            // Many databases refuse DDL in a transaction of a transaction manager.
            return transactions.outside(this::create);
        } catch (SQLException e) {
            if (hasTable()) {
                return false; // Another process has created it first.
            }
            throw failure(message("created", e) + remedy(), e);
        }
    }

    private boolean hasTable() {
        try {
            reading(() -> reads.plain(request("default", 0, 1)));
            return true;
        } catch (ReservationStoreException e) {
            if (e.getCause() instanceof SQLException refusal && sql.database().mayMissTable(refusal)) {
                return false;
            }
            throw e;
        }
    }

    private boolean create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Oracle refuses the semicolon at the end.
            statement.execute(sql.of(connection).ddl().strip().replaceFirst(";$", ""));
            return true;
        }
    }

    /** Reads the rows and the server's clock in one statement; in two if the server refuses that one. */
    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return reading(() -> reads.some(request(namespace, from, to)));
    }

    private SlotReads.Request request(String namespace, long from, long to) {
        return new SlotReads.Request(namespace, from, to, worker -> withoutKey(namespace, worker));
    }

    private <T> T reading(ConnectionSource.Work<T> read) {
        try {
            return read.run();
        } catch (SQLException e) {
            String message = message("read", e) + (sql.database().mayMissTable(e) ? remedy() : "");
            throw failure(message, e);
        } catch (UnsupportedOperationException e) {
            throw withoutConnection(e);
        }
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        try {
            return expected == null
                    ? insert(namespace, update)
                    : transactions.run(sql::knowsLevel, connection -> update(connection, namespace, expected, update))
                            == 1;
        } catch (SQLException e) {
            if (sql.database().isRolledBack(e)) {
                return false;
            }
            throw failure(message("written", e), e);
        }
    }

    /**
     * Returns how long the database may keep a confirmed commit in memory before it writes the commit to its files: the write delay
     * of H2 and HSQLDB. A database whose process is killed loses the commits of that time. Other databases are not asked.
     *
     * @return the delay; zero if there is none, if it can't be read, or if this store has not been used yet
     */
    public Duration writeDelay() {
        return Duration.ofMillis(sql.mayWriteLate() ? reads.writeDelay() : 0);
    }

    @Override
    public String describe() {
        return description;
    }

    /**
     * Inserts a row. Where the database has a clause that needs the primary key, one statement is enough. A server that only
     * speaks the database's protocol may refuse the clause.
     *
     * <p>Databases differ in how they say which constraint refused a row. So without that clause the table is read to see
     * whether the number is taken. Without a primary key no row is refused, and another process may have inserted the same
     * number: of two such rows the one that is committed last sees the other one, so at most one of them counts.
     */
    private boolean insert(String namespace, StoredSlot slot) throws SQLException {
        SQLException refusal = null;
        try {
            OptionalInt inserted = insertUnlessThere(namespace, slot);
            if (inserted.isPresent()) {
                return inserted.getAsInt() == 1;
            }
            transactions.run(sql::knowsLevel, connection -> insert(connection, namespace, slot, ""));
        } catch (SQLException e) {
            if (!sql.database().mayBeBrokenKey(e)) {
                throw e;
            }
            refusal = e;
        }
        boolean there = !reads.some(request(namespace, slot.worker(), slot.worker() + 1))
                .slots()
                .isEmpty();
        if (refusal != null && !there) {
            throw refusal;
        }
        return refusal == null && there;
    }

    /** Returns the number of inserted rows; empty if the server has no such clause, or if the database is not known yet. */
    private OptionalInt insertUnlessThere(String namespace, StoredSlot slot) throws SQLException {
        if (!sql.hasInsertUnlessThere()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(transactions.run(
                    sql::knowsLevel,
                    connection -> insert(
                            connection, namespace, slot, sql.of(connection).unlessThere())));
        } catch (SQLException e) {
            if (!sql.database().mayRefuseClause(e)) {
                throw e;
            }
            return OptionalInt.empty();
        }
    }

    private int insert(Connection connection, String namespace, StoredSlot slot, String clause) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql.of(connection).insert() + clause)) {
            fill(statement, namespace, slot);
            int rows = statement.executeUpdate();
            sql.requireAcknowledged(connection, statement::getWarnings);
            return rows;
        }
    }

    private int update(Connection connection, String namespace, StoredSlot expected, StoredSlot update)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql.of(connection).update())) {
            fill(statement, namespace, update);
            statement.setString(5, expected.owner());
            statement.setLong(6, expected.reservedUntil());
            int rows = statement.executeUpdate();
            sql.requireAcknowledged(connection, statement::getWarnings);
            return rows;
        }
    }

    private static void fill(PreparedStatement statement, String namespace, StoredSlot slot) throws SQLException {
        statement.setString(1, slot.owner());
        statement.setLong(2, slot.reservedUntil());
        statement.setString(3, namespace);
        statement.setLong(4, slot.worker());
    }

    /** Explains Hibernate's refusal if the application gives each session its connection. */
    private ReservationStoreException withoutConnection(UnsupportedOperationException e) {
        return ReservationStoreException.permanent(
                describe() + " could not be read: there is no connection for it (" + e.getMessage()
                        + "); give hibernate.idgen.worker.source a JdbcReservationStore with a data source",
                e);
    }

    private ReservationStoreException withoutKey(String namespace, long worker) {
        TableSql known = sql.known();
        return ReservationStoreException.permanent(
                describe() + " has more than one row of worker [" + worker + "] in namespace [" + namespace
                        + "], so it has no primary key; stop all processes, delete all rows of that number but the one"
                        + " with the latest reserved_until, and add the key with\n"
                        + (known == null ? "" : known.addKey()),
                null);
    }

    private static ReservationStoreException failure(String message, SQLException e) {
        return JdbcDatabase.isPermanent(e)
                ? ReservationStoreException.permanent(message, e)
                : new ReservationStoreException(message, e);
    }

    private String message(String done, SQLException e) {
        return describe() + " could not be " + done + ": " + e.getMessage();
    }

    private String remedy() {
        TableSql known = sql.known();
        return known == null
                ? ""
                : ". If the table is missing, create it with\n" + known.ddl().strip()
                        + "\nor let Hibernate's schema tooling create it, or choose another source of worker numbers:"
                        + " a number for each process in hibernate.idgen.worker.id, or another store in"
                        + " hibernate.idgen.worker.source";
    }
}
