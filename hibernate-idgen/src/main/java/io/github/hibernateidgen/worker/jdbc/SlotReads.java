package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
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

/**
 * The statements that read a table of reservations.
 *
 * <p>The rows of some numbers come in one statement with the server's clock and, where drivers ask the server for it, with the
 * isolation level. A server that refuses that statement gets one for each. Nothing is remembered of the refusal, since it may be
 * a passing one, and reads are rare.
 *
 * <p>Thread-safe.
 *
 * @param store the table, as messages name it
 */
record SlotReads(OwnTransactions transactions, String store) {

    /**
     * The rows to read.
     *
     * @param from the first number
     * @param to the number after the last one
     */
    record Request(String namespace, long from, long to) {}

    /** Reads the rows of some numbers, and the clock. */
    StoredSlots some(Request request) throws SQLException {
        try {
            return withClock(request);
        } catch (SQLException e) {
            if (transactions.database().clock().isEmpty()
                    || !transactions.database().mayRefuseQuery(e)) {
                throw e;
            }
        }
        return new StoredSlots(plain(request).slots(), millis());
    }

    /** Reads the rows of some numbers, by the plainest statement. */
    StoredSlots plain(Request request) throws SQLException {
        return transactions
                .run(
                        JdbcDatabase::readsUncommitted,
                        (connection, sql) -> select(connection, sql, Optional.empty(), request))
                .orElseThrow();
    }

    /** Reads again, at a raised isolation level, if the server says that the first read was at READ UNCOMMITTED. */
    private StoredSlots withClock(Request request) throws SQLException {
        OwnTransactions.Work<Optional<StoredSlots>> read =
                (connection, sql) -> select(connection, sql, sql.selectSomeWithClock(), request);
        Optional<StoredSlots> found = transactions.run(JdbcDatabase::knowsLevel, read);
        return found.isPresent()
                ? found.get()
                : transactions
                        .run(JdbcDatabase::readsUncommitted, read)
                        .orElseThrow(() -> new SQLException("the isolation level stays READ UNCOMMITTED", "25000"));
    }

    /** Returns empty if the server says that uncommitted rows may be among them. */
    private Optional<StoredSlots> select(
            Connection connection, TableSql sql, Optional<String> withClock, Request request) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(withClock.orElse(sql.selectSome()))) {
            statement.setString(1, request.namespace);
            statement.setLong(2, request.from);
            statement.setLong(3, request.to);
            try (ResultSet rows = statement.executeQuery()) {
                OptionalLong millis = OptionalLong.empty();
                Map<Long, StoredSlot> slots = new LinkedHashMap<>();
                while (rows.next()) {
                    if (withClock.isPresent() && millis.isEmpty()) { // The first row.
                        if ("READ-UNCOMMITTED".equals(rows.getString(5))) {
                            return Optional.empty();
                        }
                        millis = OptionalLong.of(rows.getLong(4));
                    }
                    if (rows.getString(1) != null) { // If no slot is found, the clock alone is in the one row.
                        StoredSlot slot = new StoredSlot(rows.getLong(1), rows.getString(2), rows.getLong(3));
                        if (slots.put(slot.worker(), slot) != null) {
                            throw withoutKey(sql, request, slot);
                        }
                    }
                }
                return Optional.of(new StoredSlots(List.copyOf(slots.values()), millis));
            }
        }
    }

    private ReservationStoreException withoutKey(TableSql sql, Request request, StoredSlot slot) {
        return ReservationStoreException.permanent(
                store + " has more than one row of worker [" + slot.worker() + "] in namespace [" + request.namespace
                        + "], so it has no primary key; stop all processes, delete all rows of that number but the one"
                        + " with the latest reserved_until, and add the key with\n" + sql.addKey(),
                null);
    }

    /** Reads the server's clock; empty if that fails, or if no query for this database is known. */
    private OptionalLong millis() throws SQLException {
        try {
            return number(transactions.database().clock());
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("08")) { // The connection failed, not the statement.
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    /** Reads the milliseconds of {@link JdbcDatabase#writeDelay()}; 0 if the database has no such delay, or if that fails. */
    long writeDelay() {
        TableSql known = transactions.known();
        try {
            return known == null ? 0 : number(known.writeDelay()).orElse(0);
        } catch (SQLException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /** Sends a query for a number; empty without a query. */
    private OptionalLong number(Optional<String> query) throws SQLException {
        if (query.isEmpty()) {
            return OptionalLong.empty();
        }
        return transactions.run(database -> false, (connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(query.get());
                    ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        });
    }
}
