package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes ids, in transactions of many rows each. An id that meets a row that has one by now is not given to another. */
record Backfill(BackfillTable table, boolean numbers, SnowflakeText text, SnowflakeLayout layout, Shell shell) {

    private static final int BATCH = 1000;

    /**
     * Fills all rows without an id.
     *
     * @param expected how many there should be
     * @return how many got one
     */
    long run(PastIds ids, long expected) throws SQLException {
        Progress progress = new Progress(shell, expected, System.nanoTime());
        try (Connection connection = table.connections().open()) {
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement(table.update())) {
                Batch batch = new Batch(connection, update, progress);
                table.each((key, made) -> batch.add(ids.next(made), key));
                batch.send();
                return batch.written;
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
        private int size;
        private long done;
        private long written;

        private Batch(Connection connection, PreparedStatement update, Progress progress) {
            this.connection = connection;
            this.update = update;
            this.progress = progress;
        }

        private void add(long id, Object[] key) throws SQLException {
            if (numbers) {
                update.setLong(1, id);
            } else {
                update.setString(1, text.format(layout, id));
            }
            for (int i = 0; i < key.length; i++) {
                update.setObject(i + 2, key[i]);
            }
            update.addBatch();
            size++;
            if (size == BATCH) {
                send();
            }
        }

        private void send() throws SQLException {
            if (size == 0) {
                return;
            }
            for (int count : update.executeBatch()) {
                if (count > 1) {
                    throw new RefusedException("key " + table.key() + " of " + table.table()
                            + " stands for more than one row, and these would get one id; name a key that is unique");
                }
                // Drivers that rewrite batches do not know.
                written += count == Statement.SUCCESS_NO_INFO ? 1 : count;
            }
            connection.commit();
            done += size;
            size = 0;
            progress.at(done, System.nanoTime());
        }
    }
}
