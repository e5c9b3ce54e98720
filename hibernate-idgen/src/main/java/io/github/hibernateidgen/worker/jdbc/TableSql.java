package io.github.hibernateidgen.worker.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The statements on one table, with its names as one database quotes and folds them.
 *
 * <p>Immutable and thread-safe.
 */
record TableSql(
        JdbcDatabase database,
        String selectSome,
        Optional<String> selectSomeWithClock,
        String insert,
        String unlessThere,
        String update,
        String addKey,
        String ddl,
        Optional<String> writeDelay) {

    static TableSql of(JdbcTable table, DatabaseMetaData database) throws SQLException {
        JdbcDatabase product = JdbcDatabase.of(database);
        UnaryOperator<String> quoted = quoting(table, product, database);
        String namespace = quoted.apply("namespace");
        String worker = quoted.apply("worker_id");
        String owner = quoted.apply("owner");
        String until = quoted.apply("reserved_until");
        String name = qualifiedName(table, product, quoted);
        String some = " and " + worker + " >= ? and " + worker + " < ?";
        return new TableSql(
                product,
                "select " + worker + ", " + owner + ", " + until + " from " + name + " where " + namespace + " = ?"
                        + some,
                product.clockAndLevel()
                        .map(state -> "select r." + worker + ", r." + owner + ", r." + until
                                + ", s.idgen_millis, s.idgen_level from " + state + " s left join " + name + " r on r."
                                + namespace + " = ?" + some.replace(worker, "r." + worker)),
                "insert into " + name + " (" + owner + ", " + until + ", " + namespace + ", " + worker
                        + ") values (?, ?, ?, ?)",
                product.unlessThere(namespace + ", " + worker),
                "update " + name + " set " + owner + " = ?, " + until + " = ? where " + namespace + " = ? and " + worker
                        + " = ? and " + owner + " = ? and " + until + " = ?",
                "alter table " + name + " add primary key (" + namespace + ", " + worker + ")",
                ddl(table, product, name, quoted),
                writeDelay(product, database));
    }

    /** A database in this process's memory needs no question. */
    private static Optional<String> writeDelay(JdbcDatabase product, DatabaseMetaData database) throws SQLException {
        Optional<String> query = product.writeDelay();
        return query.isEmpty() || String.valueOf(database.getURL()).contains(":mem:") ? Optional.empty() : query;
    }

    private static String ddl(JdbcTable table, JdbcDatabase database, String name, UnaryOperator<String> quoted) {
        String script = database.ddl();
        if (table.exact()) {
            script = script.replaceAll("\\b(namespace|worker_id|owner|reserved_until)\\b", quoted.apply("$1"));
        }
        return script.replace("idgen_worker", name);
    }

    private static UnaryOperator<String> quoting(JdbcTable table, JdbcDatabase product, DatabaseMetaData database)
            throws SQLException {
        String quote = database.getIdentifierQuoteString().trim();
        UnaryOperator<String> fold = UnaryOperator.identity();
        if (!table.exact() && database.storesUpperCaseIdentifiers()) {
            fold = name -> name.toUpperCase(Locale.ROOT);
        } else if (!table.exact() && database.storesLowerCaseIdentifiers()) {
            fold = name -> name.toLowerCase(Locale.ROOT);
        }
        UnaryOperator<String> folded = fold;
        return name -> product.quoted(JdbcTable.needsQuotes(name) ? name : folded.apply(name), quote);
    }

    private static String qualifiedName(JdbcTable table, JdbcDatabase database, UnaryOperator<String> quoted) {
        String name = quoted.apply(table.name());
        if (table.schema() != null) {
            name = quoted.apply(table.schema()) + "." + name;
        } else if (table.catalog() != null) {
            return database.inCatalog(quoted.apply(table.catalog()), name);
        }
        return table.catalog() == null ? name : quoted.apply(table.catalog()) + "." + name;
    }
}
