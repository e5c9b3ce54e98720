package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The SQL statements on one table. Names are quoted, and are in upper or lower case as the database stores them. Only
 * the DDL leaves the columns unquoted.
 *
 * <p>Immutable and thread-safe.
 */
record TableSql(
        JdbcDatabase database,
        JdbcTable table,
        String quoted,
        String selectSome,
        String insert,
        String update,
        String addKey,
        String ddl) {

    private static final String TABLE = "idgen_worker";
    private static final Pattern PLAIN = Pattern.compile("[\\w.]+");
    private static final Pattern COLUMN = Pattern.compile("\\b(namespace|worker_id|owner|reserved_until)\\b");

    /** Returns the DDL for a person: as the script has it, with quotes only around names that need them. */
    String script() {
        return database.ddl().replace(TABLE, name());
    }

    /** Returns the table's name in SQL for a person. */
    String name() {
        String plain = table.catalog() != null && table.schema() == null
                ? database.inCatalog(table.catalog(), table.name())
                : table.toString();
        return PLAIN.matcher(plain).matches() ? plain : quoted;
    }

    static TableSql of(JdbcTable table, DatabaseMetaData database) throws SQLException {
        return of(table, Names.of(database));
    }

    /**
     * Returns the statements on a table whose name means the same table on all connections. A table without a schema is
     * looked up once, on the given connection, because a pool may lend its next connection in another schema, catalog or
     * {@code search_path}.
     *
     * @param commits whether the transaction of the connection may be rolled back here
     */
    static TableSql of(JdbcTable table, Connection connection, boolean commits) throws SQLException {
        Names names = Names.of(connection.getMetaData());
        return of(names.database().located(table, names, connection, commits), names);
    }

    private static TableSql of(JdbcTable table, Names names) {
        JdbcDatabase product = names.database();
        String name = names.quoted(table);
        UnaryOperator<String> named = sql -> COLUMN.matcher(sql)
                .replaceAll(column -> names.quoted(column.group()))
                .replace(TABLE, name);
        return new TableSql(
                product,
                table,
                name,
                named.apply("select worker_id, owner, reserved_until from idgen_worker"
                        + " where namespace = ? and worker_id >= ? and worker_id < ?"),
                named.apply(
                        "insert into idgen_worker (owner, reserved_until, namespace, worker_id) values (?, ?, ?, ?)"),
                named.apply("update " + TABLE + " set owner = ?, reserved_until = ?"
                        + " where namespace = ? and worker_id = ? and owner = ? and reserved_until = ?"),
                named.apply("alter table idgen_worker add primary key (namespace, worker_id)"),
                product.ddl().replace(TABLE, name));
    }
}
