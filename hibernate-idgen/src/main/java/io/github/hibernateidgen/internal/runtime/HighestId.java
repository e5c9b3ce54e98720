package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;

/**
 * The query for the highest id in the tables of an entity and of its subclasses. It is SQL, because a Hibernate query would
 * skip rows that are soft-deleted, restricted or of another tenant. Immutable, and without a reference to the mapping.
 *
 * @param path the entity and the attribute
 * @param column the name in SQL of the id's column
 * @param tables the names in SQL of the tables of the root and of its table-per-class subclasses
 */
public record HighestId(String path, String column, List<String> tables) {

    /** Reads the names of an entity's own id, when the mapping is complete. */
    public static HighestId of(MappedAttribute id) {
        SqlStringGenerationContext sql = id.engines().database().names();
        PersistentClass root = requireNonNull(id.entity()).getRootClass();
        List<String> tables = Stream.concat(
                        Stream.of(root), root.getSubclassClosure().stream().filter(UnionSubclass.class::isInstance))
                .map(PersistentClass::getTable)
                .filter(Table::isPhysicalTable)
                .map(table -> sql.format(table.getQualifiedTableName()))
                .distinct()
                .toList();
        return new HighestId(id.path(), id.column().getQuotedName(sql.getDialect()), tables);
    }

    /** Returns the query. Its result is a single row with the highest id of all tables, or null. */
    public String expression() {
        List<String> each = tables.stream()
                .map(table -> "select max(" + column + ") as highest from " + table)
                .toList();
        return each.size() == 1
                ? each.get(0)
                : "select max(highest) from (" + String.join(" union all ", each) + ") each_table";
    }

    /**
     * Returns the query as startup runs it: without a row for PostgreSQL's partitioned tables, of which it would lock and
     * read every partition.
     */
    public String query(Dialect dialect) {
        return dialect instanceof PostgreSQLDialect
                ? "select (" + expression() + ") where " + unpartitioned()
                : expression();
    }

    /** Returns PostgreSQL's condition that no table is partitioned. */
    public String unpartitioned() {
        return "not exists (select 1 from pg_catalog.pg_class c where c.relkind = 'p' and c.oid in (" + oids() + "))";
    }

    /** Returns PostgreSQL's query for the tables without a unique key of the id alone. Its result is a single row, or null. */
    public String keyless() {
        return "select string_agg(c.oid::regclass::text, ', ') from pg_catalog.pg_class c where c.relkind in ('r', 'p')"
                + " and c.oid in (" + oids() + ") and not exists (select 1 from pg_catalog.pg_index i"
                + " join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]"
                + " where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null"
                + " and i.indnkeyatts = 1 and a.attname = (parse_ident("
                + literal(column) + "))[1])";
    }

    private String oids() {
        return tables.stream()
                .map(table -> "to_regclass(" + literal(table) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
