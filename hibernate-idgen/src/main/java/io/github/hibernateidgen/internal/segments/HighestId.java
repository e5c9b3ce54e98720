package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.internal.database.OwnSessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
        String query = query(sessions.factory().getSqlStringGenerationContext());
        return sessions.call(session -> session.getTransactionCoordinator()
                .createIsolationDelegate()
                .delegateWork((executor, connection) -> highest(connection, query), true));
    }

    /**
     * Returns the query. Its result has a row for the root's table and for each table of a table-per-class subclass. The
     * query is made late, because the mapping is complete only when the session factory has been made.
     */
    private String query(SqlStringGenerationContext names) {
        String id = column.getQuotedName(names.getDialect());
        return Stream.concat(
                        Stream.of(root), root.getSubclassClosure().stream().filter(UnionSubclass.class::isInstance))
                .map(PersistentClass::getTable)
                .filter(Table::isPhysicalTable)
                .map(table -> "select max(" + id + ") from " + names.format(table.getQualifiedTableName()))
                .distinct()
                .collect(Collectors.joining(" union all "));
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
