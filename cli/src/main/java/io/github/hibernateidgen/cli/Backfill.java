package io.github.hibernateidgen.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes ids to rows, in transactions of many rows each. If a row gets an id from another program meanwhile, the id made for
 * that row is not used for another row. Not thread-safe. An object serves a single run.
 */
final class Backfill {

    private static final int BATCH = 1000;

    /** Time between two progress messages. */
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
     * The result of a run.
     *
     * @param written how many rows got an id
     * @param missed the keys of rows that had an id or were gone at the update, in the form of {@link
     *     BackfillTable#keyText}
     */
    record Result(long written, Set<String> missed) {}

    /**
     * Fills rows without an id. Stops at the first row for which no id can be made.
     *
     * @param expected the number of rows to fill, for progress messages
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

    /** Sends the batch and commits. */
    private void send(PreparedStatement update, long expected) throws SQLException {
        int[] counts = keys.isEmpty() ? new int[0] : update.executeBatch();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 1) {
                throw new RejectedException("key " + table.key() + " of " + table.table()
                        + " is not unique, and several rows would get the same id; name a unique key");
            }
            if (counts[i] == 0) {
                missed.add(BackfillTable.keyText(keys.get(i)));
            }
            // A driver that rewrites batches returns SUCCESS_NO_INFO for each key, and another driver -1 if the server
            // does
            // not count rows. Such a key counts as one row.
            written += counts[i] < 0 ? 1 : counts[i];
        }
        update.getConnection().commit();
        keys.clear();
        if (System.nanoTime() - lastLine > NANOS_BETWEEN_LINES) {
            lastLine = System.nanoTime();
            shell.err().println(written + " of " + expected + " rows are written");
        }
    }
}
