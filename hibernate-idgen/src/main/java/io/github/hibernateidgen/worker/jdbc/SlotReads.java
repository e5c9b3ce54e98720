package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * The statements that read a table of reservations.
 *
 * <p>The rows of some numbers come in one statement with the server's clock and, where drivers ask the server for it, with the
 * isolation level. A server that refuses that statement gets one for each. Nothing is remembered of the refusal, since it may be
 * a passing one, and reads are rare.
 *
 * <p>Thread-safe.
 */
final class SlotReads {

    private final OwnTransactions transactions;
    private final KnownSql sql;

    SlotReads(OwnTransactions transactions, KnownSql sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    /**
     * The rows to read.
     *
     * @param from the first number
     * @param to the number after the last one
     * @param withoutKey makes what is thrown if a number has two rows
     */
    record Request(String namespace, long from, long to, LongFunction<RuntimeException> withoutKey) {}

    /** Reads the rows of some numbers, and the clock. */
    StoredSlots some(Request request) throws SQLException {
        try {
            return inOne(request);
        } catch (SQLException e) {
            if (sql.database().clock().isEmpty() || !sql.database().mayRefuseQuery(e)) {
                throw e;
            }
        }
        return new StoredSlots(plain(request).slots(), millis());
    }

    /** Reads the rows of some numbers, by the plainest statement. */
    StoredSlots plain(Request request) throws SQLException {
        return transactions.run(sql::readsUncommitted, connection -> select(connection, request));
    }

    /** Reads the server's clock; empty if that fails, or if no query for this database is known. */
    private OptionalLong millis() throws SQLException {
        try {
            return transactions.run(connection -> false, this::clock);
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("08")) { // The connection failed, not the statement.
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    private OptionalLong clock(Connection connection) throws SQLException {
        Optional<String> query = sql.of(connection).database().clock();
        return query.isEmpty() ? OptionalLong.empty() : number(connection, query.get());
    }

    /** Reads the milliseconds of {@link JdbcDatabase#writeDelay()}; 0 if the database has no such delay, or if that fails. */
    long writeDelay() {
        try {
            return transactions.run(connection -> false, this::writeDelay);
        } catch (SQLException | UnsupportedOperationException e) {
            return 0;
        }
    }

    private long writeDelay(Connection connection) throws SQLException {
        Optional<String> query = sql.of(connection).writeDelay();
        return query.isEmpty() ? 0 : number(connection, query.get()).orElse(0);
    }

    private static OptionalLong number(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    /** Reads again, at a raised isolation level, if the server says that the first read was at READ UNCOMMITTED. */
    private StoredSlots inOne(Request request) throws SQLException {
        Optional<StoredSlots> read = transactions.run(sql::knowsLevel, connection -> inOne(connection, request));
        return read.isPresent()
                ? read.get()
                : transactions
                        .run(sql::readsUncommitted, connection -> inOne(connection, request))
                        .orElseThrow(() -> new SQLException("the isolation level stays READ UNCOMMITTED", "25000"));
    }

    /** Returns empty if the server says that uncommitted rows may be among them. */
    private Optional<StoredSlots> inOne(Connection connection, Request request) throws SQLException {
        Optional<String> query = sql.of(connection).selectSomeWithClock();
        if (query.isEmpty()) {
            return Optional.of(select(connection, request));
        }
        try (PreparedStatement statement = connection.prepareStatement(query.get())) {
            fill(statement, request);
            try (ResultSet rows = statement.executeQuery()) {
                Map<Long, StoredSlot> slots = new LinkedHashMap<>();
                OptionalLong millis = OptionalLong.empty();
                while (rows.next()) {
                    if (millis.isEmpty()) { // The first row.
                        if ("READ-UNCOMMITTED".equals(rows.getString(5))) {
                            return Optional.empty();
                        }
                        millis = OptionalLong.of(rows.getLong(4));
                    }
                    if (rows.getString(1) != null) { // If no slot is found, the clock alone is in the one row.
                        add(slots, rows, request);
                    }
                }
                return Optional.of(new StoredSlots(List.copyOf(slots.values()), millis));
            }
        }
    }

    private StoredSlots select(Connection connection, Request request) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(sql.of(connection).selectSome())) {
            fill(statement, request);
            try (ResultSet rows = statement.executeQuery()) {
                Map<Long, StoredSlot> slots = new LinkedHashMap<>();
                while (rows.next()) {
                    add(slots, rows, request);
                }
                return new StoredSlots(List.copyOf(slots.values()));
            }
        }
    }

    private static void fill(PreparedStatement statement, Request request) throws SQLException {
        statement.setString(1, request.namespace());
        statement.setLong(2, request.from());
        statement.setLong(3, request.to());
    }

    private static void add(Map<Long, StoredSlot> slots, ResultSet row, Request request) throws SQLException {
        StoredSlot slot = new StoredSlot(row.getLong(1), row.getString(2), row.getLong(3));
        if (slots.put(slot.worker(), slot) != null) {
            throw request.withoutKey().apply(slot.worker());
        }
    }
}
