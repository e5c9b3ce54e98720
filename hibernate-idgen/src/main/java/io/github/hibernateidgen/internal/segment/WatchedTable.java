package io.github.hibernateidgen.internal.segment;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.calls.BoundedConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Watches how Hibernate reads and updates a table of numbers on one connection, and rejects a value if the table has a second
 * row. This needs no further statement: the result of Hibernate's query is asked for another row, and the update returns how
 * many rows it has changed. If the driver does not return this, as with {@code SET NOCOUNT ON}, the rows are read again in
 * the same transaction, in which Hibernate has locked them.
 *
 * <p>Not thread-safe.
 */
final class WatchedTable {

    private static final int UNKNOWN = -1;

    private interface Call {
        @Nullable
        Object proceed() throws Throwable;
    }

    private interface Watch {
        @Nullable
        Object call(String method, Call call) throws Throwable;
    }

    private final NumberTable table;
    private final SqlStringGenerationContext names;
    private final BoundedConnection connection;

    /** Whether the result of Hibernate's last query has returned a row, and was not closed yet. */
    private boolean isOpen;

    /** Whether that result was asked for other rows. */
    private boolean isAsked;

    /** The values of the other rows, of all queries. */
    private final List<Long> otherRows = new ArrayList<>();

    /** How many rows the last update has changed. */
    private int changed = UNKNOWN;

    /**
     * Watches a table.
     *
     * @param connection the connection, in a transaction
     */
    WatchedTable(NumberTable table, SqlStringGenerationContext names, BoundedConnection connection) {
        this.table = table;
        this.names = names;
        this.connection = connection;
    }

    /** Returns the connection for Hibernate. */
    Connection connection() {
        return watched(
                Connection.class,
                connection.forOthers(),
                (method, call) -> method.equals("prepareStatement")
                        ? watched(PreparedStatement.class, call.proceed(), this::statement)
                        : call.proceed());
    }

    private @Nullable Object statement(String method, Call call) throws Throwable {
        Object answer = call.proceed();
        if (method.equals("executeUpdate")) {
            changed = (int) requireNonNull(answer);
        } else if (method.equals("executeQuery")) {
            isOpen = false;
            isAsked = false;
            ResultSet rows = (ResultSet) requireNonNull(answer);
            return watched(ResultSet.class, rows, (called, onRows) -> result(rows, called, onRows));
        }
        return answer;
    }

    private @Nullable Object result(ResultSet rows, String method, Call call) throws Throwable {
        if (method.equals("close") && isOpen) {
            isOpen = false;
            NumberTable.readInto(otherRows, rows);
            isAsked = true;
        }
        Object answer = call.proceed();
        if (method.equals("next")) {
            isOpen = (boolean) requireNonNull(answer);
            if (!isOpen) {
                throw new IdentifierGenerationException("it " + table.noRow(names));
            }
        }
        return answer;
    }

    /**
     * Requires that the table has one row.
     *
     * @param value the value that Hibernate has read
     * @param next the value that Hibernate has written
     * @throws IdentifierGenerationException if there are more rows, or if the row does not have the new value; the caller
     *     rolls the transaction back
     */
    void requireOneRow(long value, long next) throws SQLException {
        List<Long> rows = new ArrayList<>();
        rows.add(value);
        // The rows that an update has changed had one value.
        rows.addAll(
                otherRows.isEmpty() && changed > 1
                        ? Collections.nCopies(Math.min(changed, NumberTable.MOST_ROWS) - 1, value)
                        : otherRows);
        if (rows.size() == 1 && (!isAsked || changed != 1)) {
            rows = read();
            if (rows.size() <= 1 && !rows.equals(List.of(next))) {
                throw new IdentifierGenerationException("an update to [" + next + "] changed [" + changed
                        + "] rows, and a read then shows [" + NumberTable.shown(rows)
                        + "]; check the table's triggers, rules and row security");
            }
        }
        if (rows.size() > 1) {
            throw new IdentifierGenerationException("it has the rows [" + NumberTable.shown(rows) + "], but "
                    + NumberTable.SEVERAL_ROWS + "; " + table.oneRow(names));
        }
        isAsked = false;
        changed = UNKNOWN;
    }

    private List<Long> read() throws SQLException {
        List<Long> values = new ArrayList<>();
        try (PreparedStatement statement = connection.prepare(table.query(names, ""));
                ResultSet rows = statement.executeQuery()) {
            NumberTable.readInto(values, rows);
        }
        return values;
    }

    private static <T> T watched(Class<T> type, @Nullable Object target, Watch watch) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> watch.call(method.getName(), () -> {
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })));
    }
}
