package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.internal.database.OwnSessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;

/**
 * Reads the highest id in the tables of an entity and of its subclasses. It uses SQL, since a query of Hibernate would
 * skip rows that are soft-deleted, restricted or of another tenant.
 *
 * @param path the entity and the attribute
 * @param root the entity that has the id
 * @param column the id's column, as the mapping has it
 */
public record HighestId(String path, PersistentClass root, Column column) {

    /**
     * Reads the highest id, in a session and a transaction of its own.
     *
     * @param sessions opens the session, for the tenant whose rows are read
     * @return the highest id; empty if no table has a row
     */
    OptionalLong read(OwnSessions sessions) {
        List<String> queries = queries(sessions.factory().getSqlStringGenerationContext());
        return sessions.call(session -> session.getTransactionCoordinator()
                .createIsolationDelegate()
                .delegateWork((executor, connection) -> highest(connection, queries), true));
    }

    /** Returns a query for each table with rows of its own. The mapping is complete only once the factory is made. */
    private List<String> queries(SqlStringGenerationContext names) {
        String id = column.getQuotedName(names.getDialect());
        return Stream.concat(
                        Stream.of(root), root.getSubclassClosure().stream().filter(UnionSubclass.class::isInstance))
                .map(PersistentClass::getTable)
                .filter(Table::isPhysicalTable)
                .map(table -> "select max(" + id + ") from " + names.format(table.getQualifiedTableName()))
                .distinct()
                .toList();
    }

    private OptionalLong highest(Connection connection, List<String> queries) throws SQLException {
        OptionalLong highest = OptionalLong.empty();
        try (Statement statement = connection.createStatement()) {
            for (String query : queries) {
                try (ResultSet row = statement.executeQuery(query)) {
                    row.next();
                    BigDecimal id = row.getBigDecimal(1);
                    if (id != null) {
                        highest = OptionalLong.of(Math.max(highest.orElse(Long.MIN_VALUE), exact(id)));
                    }
                }
            }
        }
        return highest;
    }

    private long exact(BigDecimal id) {
        try {
            return id.longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalStateException(
                    path + ": [" + id + "] is the highest id, but no counter goes on above it; remove that row", e);
        }
    }
}
