package io.github.hibernateidgen.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes ids, in transactions of many rows each. An id that meets a row that has one by now is not given to another. */
record Backfill(BackfillTable table, Shell shell) {

    private static final int BATCH = 1000;

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
        Progress progress = new Progress(shell, expected, System.nanoTime());
        try (Connection connection = table.connections().open()) {
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement(table.update())) {
                Batch batch = new Batch(connection, update, progress);
                table.each((key, made) -> {
                    boolean set = ids.next(made, update);
                    if (set) {
                        batch.add(key);
                    }
                    return set;
                });
                batch.send();
                return new Result(batch.written, batch.missed);
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } finally {
            progress.end();
        }
    }

    /** The updates since the last commit. */
    private final class Batch {

        private final Connection connection;
        private final PreparedStatement update;
        private final Progress progress;
        private final List<Object[]> keys = new ArrayList<>(BATCH);
        private final Set<String> missed = new HashSet<>();
        private long done;
        private long written;

        private Batch(Connection connection, PreparedStatement update, Progress progress) {
            this.connection = connection;
            this.update = update;
            this.progress = progress;
        }

        private void add(Object[] key) throws SQLException {
            for (int i = 0; i < key.length; i++) {
                update.setObject(i + 2, key[i]);
            }
            update.addBatch();
            keys.add(key);
            if (keys.size() == BATCH) {
                send();
            }
        }

        private void send() throws SQLException {
            if (keys.isEmpty()) {
                return;
            }
            int[] counts = update.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                int count = counts[i];
                if (count > 1) {
                    throw new RefusedException("key " + table.key() + " of " + table.table()
                            + " stands for more than one row, and these would get one id; name a key that is unique");
                }
                if (count == 0) {
                    missed.add(BackfillTable.keyText(keys.get(i)));
                }
                // Drivers that rewrite batches do not know.
                written += count == Statement.SUCCESS_NO_INFO ? 1 : count;
            }
            connection.commit();
            done += keys.size();
            keys.clear();
            progress.at(done, System.nanoTime());
        }
    }
}
