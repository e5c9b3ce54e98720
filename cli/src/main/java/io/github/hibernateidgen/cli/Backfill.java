package io.github.hibernateidgen.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes ids, in transactions of many rows each. An id that meets a row that has one by now is not given to another. Not
 * thread-safe, and for one run.
 */
final class Backfill {

    private static final int BATCH = 1000;

    /** Long work says how far it is. */
    private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

    private final BackfillTable table;
    private final Shell shell;
    private final List<Object[]> keys = new ArrayList<>(BATCH);
    private final Set<String> missed = new HashSet<>();
    private long written;
    private long lastLine = System.nanoTime();

    Backfill(BackfillTable table, Shell shell) {
        this.table = table;
        this.shell = shell;
    }

    /**
     * What was done.
     *
     * @param written how many rows got an id
     * @param missed the keys that no row without an id had, as the table writes keys
     */
    record Result(long written, Set<String> missed) {}

    /**
     * Fills rows without an id, up to the first for which there is no id.
     *
     * @param expected how many there should be
     */
    Result run(RowIds ids, long expected) throws SQLException {
        try (Connection connection = table.connections().open()) {
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement(table.update())) {
                table.each((key, made) -> {
                    boolean set = ids.next(made, update);
                    if (set) {
                        add(key, update);
                    }
                    if (keys.size() == BATCH) {
                        send(update, expected);
                    }
                    return set;
                });
                send(update, expected);
                return new Result(written, missed);
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private void add(Object[] key, PreparedStatement update) throws SQLException {
        for (int i = 0; i < key.length; i++) {
            update.setObject(i + 2, key[i]);
        }
        update.addBatch();
        keys.add(key);
    }

    /** Ends the transaction. */
    private void send(PreparedStatement update, long expected) throws SQLException {
        int[] counts = keys.isEmpty() ? new int[0] : update.executeBatch();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 1) {
                throw new RefusedException("key " + table.key() + " of " + table.table()
                        + " stands for more than one row, and these would get one id; name a key that is unique");
            }
            if (counts[i] == 0) {
                missed.add(BackfillTable.keyText(keys.get(i)));
            }
            // Drivers that rewrite batches do not know.
            written += counts[i] == Statement.SUCCESS_NO_INFO ? 1 : counts[i];
        }
        update.getConnection().commit();
        keys.clear();
        if (System.nanoTime() - lastLine > NANOS_BETWEEN_LINES) {
            lastLine = System.nanoTime();
            shell.err().println(written + " of " + expected + " rows are written");
        }
    }
}
