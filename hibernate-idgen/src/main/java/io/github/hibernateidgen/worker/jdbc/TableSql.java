package io.github.hibernateidgen.worker.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The SQL statements on one table. Names are quoted, and are in upper or lower case as the database stores them. Only
 * the DDL of a table that is not {@linkplain JdbcTable#exact() exact} leaves the columns unquoted.
 *
 * <p>Immutable and thread-safe.
 */
record TableSql(JdbcDatabase database, String selectSome, String insert, String update, String addKey, String ddl) {

    private static final String TABLE = "idgen_worker";
    private static final Pattern COLUMN = Pattern.compile("\\b(namespace|worker_id|owner|reserved_until)\\b");

    static TableSql of(JdbcTable table, DatabaseMetaData database) throws SQLException {
        Names names = Names.of(table, database);
        JdbcDatabase product = names.database();
        String name = names.quoted(table);
        UnaryOperator<String> named = sql -> COLUMN.matcher(sql)
                .replaceAll(column -> names.quoted(column.group()))
                .replace(TABLE, name);
        return new TableSql(
                product,
                named.apply("select worker_id, owner, reserved_until from idgen_worker"
                        + " where namespace = ? and worker_id >= ? and worker_id < ?"),
                named.apply(
                        "insert into idgen_worker (owner, reserved_until, namespace, worker_id) values (?, ?, ?, ?)"),
                named.apply("update " + TABLE + " set owner = ?, reserved_until = ?"
                        + " where namespace = ? and worker_id = ? and owner = ? and reserved_until = ?"),
                named.apply("alter table idgen_worker add primary key (namespace, worker_id)"),
                table.exact() ? named.apply(product.ddl()) : product.ddl().replace(TABLE, name));
    }
}
