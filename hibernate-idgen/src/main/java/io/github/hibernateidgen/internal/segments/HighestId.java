package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.internal.database.OwnSessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;

/**
 * Reads the highest id in the tables of an entity and of its subclasses. It uses SQL, because a Hibernate query would skip
 * rows that are soft-deleted, restricted or of another tenant.
 *
 * @param path the entity and the attribute
 * @param root the entity that has the id
 * @param column the id's column in the mapping
 */
public record HighestId(String path, PersistentClass root, Column column) {

    /**
     * Reads the highest id in a separate session and transaction.
     *
     * @param sessions opens the session, for the tenant whose rows are read
     * @return the highest id; empty if no table has a row
     */
    OptionalLong read(OwnSessions sessions) {
        String query = expression(sessions.factory().getSqlStringGenerationContext());
        return sessions.call(session -> session.getTransactionCoordinator()
                .createIsolationDelegate()
                .delegateWork((executor, connection) -> highest(connection, query), true));
    }

    /**
     * Returns the query. Its result is one row with the highest id of the root's table and of the tables of table-per-class
     * subclasses, or null. The query is made late, because the mapping is complete only when the session factory has been
     * made.
     */
    String expression(SqlStringGenerationContext names) {
        String id = column.getQuotedName(names.getDialect());
        List<String> each = tables(names)
                .map(table -> "select max(" + id + ") as highest from " + table)
                .toList();
        return each.size() == 1
                ? each.get(0)
                : "select max(highest) from (" + String.join(" union all ", each) + ") each_table";
    }

    /** Returns PostgreSQL's expressions for the object identifiers of the tables, with commas between them. */
    String regclasses(SqlStringGenerationContext names) {
        return tables(names)
                .map(table -> "to_regclass('" + table.replace("'", "''") + "')")
                .collect(Collectors.joining(", "));
    }

    private Stream<String> tables(SqlStringGenerationContext names) {
        return Stream.concat(
                        Stream.of(root), root.getSubclassClosure().stream().filter(UnionSubclass.class::isInstance))
                .map(PersistentClass::getTable)
                .filter(Table::isPhysicalTable)
                .map(table -> names.format(table.getQualifiedTableName()))
                .distinct();
    }

    private static OptionalLong highest(Connection connection, String query) throws SQLException {
        OptionalLong highest = OptionalLong.empty();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                long id = rows.getLong(1);
                if (!rows.wasNull()) {
                    highest = OptionalLong.of(Math.max(highest.orElse(id), id));
                }
            }
        }
        return highest;
    }
}
