package io.github.hibernateidgen.benchmarks.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.Page;
import org.h2.mvstore.db.MVIndex;
import org.h2.mvstore.db.MVTable;
import org.jspecify.annotations.Nullable;

/** H2 in this JVM, on a file. */
final class H2Server extends Server {

    private @Nullable Connection open;

    H2Server(Path folder) {
        super(folder);
    }

    @Override
    void create() {
        // The start creates the database.
    }

    @Override
    void launch(Setup setup) {
        try {
            open = connect();
            execute(open, "set cache_size " + setup.cacheMebibytes * 1024);
            execute(open, "set write_delay " + (setup.durable ? 0 : 500));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void stop() {
        try {
            if (open != null && !open.isClosed()) {
                execute(open, "shutdown");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            open = null;
        }
    }

    @Override
    String jdbcUrl() {
        return "jdbc:h2:file:" + folder.resolve("data").toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE";
    }

    @Override
    String user() {
        return "sa";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String durability() {
        return "write_delay 0, not forced to the disk; in the measuring process";
    }

    @Override
    Optional<ProcessHandle> process() {
        return Optional.empty();
    }

    /** Returns no log bytes: H2 has no log and appends its pages to its file. */
    @Override
    Counters counters(Connection connection, String table) throws SQLException {
        return new Counters(Double.NaN, store(connection).getFileStore().getReadCount());
    }

    @Override
    int sessions(Connection connection) throws SQLException {
        return (int) number(connection, "select count(*) - 1 from information_schema.sessions");
    }

    @Override
    Pages primaryKey(Connection connection, String table, long rows) throws SQLException {
        return pages(connection, table, index -> index.getIndexType().isPrimaryKey(), rows);
    }

    @Override
    Pages index(Connection connection, String table, String name, long rows) throws SQLException {
        return pages(connection, table, index -> index.getName().equalsIgnoreCase(name), rows);
    }

    private static Pages pages(Connection connection, String table, Predicate<Index> which, long rows)
            throws SQLException {
        SessionLocal session = session(connection);
        MVTable found = (MVTable)
                session.getDatabase().getMainSchema().findTableOrView(session, table.toUpperCase(Locale.ROOT));
        store(connection).commit();
        MVIndex<?, ?> index = null;
        for (Index each : found.getIndexes()) {
            if (each instanceof MVIndex<?, ?> tree) {
                index = which.test(each) ? tree : index;
            }
        }
        if (index == null) {
            throw new SQLException(table + " has no such index");
        }
        double tableBytes = number(connection, "select disk_space_used('" + table.toUpperCase(Locale.ROOT) + "')");
        Page<?, ?> root = index.getMVMap().getRootPage();
        return new Pages(root.getDiskSpaceUsed(false), tableBytes, (double) rows / leaves(root), Double.NaN);
    }

    private static long leaves(Page<?, ?> page) {
        if (page.isLeaf()) {
            return 1;
        }
        long leaves = 0;
        for (int child = 0; child <= page.getKeyCount(); child++) {
            leaves += leaves(page.getChildPage(child));
        }
        return leaves;
    }

    private static SessionLocal session(Connection connection) throws SQLException {
        return (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
    }

    private static MVStore store(Connection connection) throws SQLException {
        return session(connection).getDatabase().getStore().getMvStore();
    }
}
