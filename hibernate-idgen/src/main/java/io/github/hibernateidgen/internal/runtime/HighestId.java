package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.UnionSubclass;
import org.jspecify.annotations.Nullable;

/**
 * The query for the highest id in the tables of an entity and of its subclasses. It is SQL, because a Hibernate query would
 * skip rows that are soft-deleted, restricted or of another tenant.
 *
 * <p>Thread-safe.
 */
public final class HighestId {

    private final String path;

    /** The id in the mapping; null once the names are known, because the whole mapping hangs on this object. */
    private volatile @Nullable MappedAttribute mapped;

    private volatile @Nullable Names known;

    /** The names in SQL of the id's column, and of the tables of the root and of its table-per-class subclasses. */
    private record Names(String column, List<String> tables) {}

    /** Remembers an entity's own id. */
    public HighestId(MappedAttribute id) {
        this.path = id.path();
        this.mapped = id;
    }

    /** Returns the entity and the attribute. */
    public String path() {
        return path;
    }

    /** Reads the names from the mapping, which is complete once the session factory has been made, and drops the mapping. */
    public void forgetMapping(SqlStringGenerationContext sql) {
        MappedAttribute id = mapped;
        if (id != null) {
            PersistentClass root = requireNonNull(id.entity()).getRootClass();
            List<String> tables = Stream.concat(
                            Stream.of(root), root.getSubclassClosure().stream().filter(UnionSubclass.class::isInstance))
                    .map(PersistentClass::getTable)
                    .filter(Table::isPhysicalTable)
                    .map(table -> sql.format(table.getQualifiedTableName()))
                    .distinct()
                    .toList();
            known = new Names(id.column().getQuotedName(sql.getDialect()), tables);
            mapped = null;
        }
    }

    private Names names(SqlStringGenerationContext sql) {
        forgetMapping(sql);
        return requireNonNull(known);
    }

    /** Returns the query. Its result is a single row with the highest id of all tables, or null. */
    public String expression(SqlStringGenerationContext sql) {
        Names names = names(sql);
        List<String> each = names.tables().stream()
                .map(table -> "select max(" + names.column() + ") as highest from " + table)
                .toList();
        return each.size() == 1
                ? each.get(0)
                : "select max(highest) from (" + String.join(" union all ", each) + ") each_table";
    }

    /**
     * Returns the query as startup runs it: without a row for PostgreSQL's partitioned tables, of which it would lock and
     * read every partition.
     */
    public String query(SqlStringGenerationContext sql) {
        String expression = expression(sql);
        return sql.getDialect() instanceof PostgreSQLDialect
                ? "select (" + expression + ") where " + unpartitioned(sql)
                : expression;
    }

    /** Returns PostgreSQL's condition that no table is partitioned. */
    public String unpartitioned(SqlStringGenerationContext sql) {
        return "not exists (select 1 from pg_catalog.pg_class c where c.relkind = 'p' and c.oid in (" + oids(sql)
                + "))";
    }

    /** Returns PostgreSQL's query for the tables without a unique key of the id alone. Its result is a single row, or null. */
    public String keyless(SqlStringGenerationContext sql) {
        return "select string_agg(c.oid::regclass::text, ', ') from pg_catalog.pg_class c where c.relkind in ('r', 'p')"
                + " and c.oid in (" + oids(sql) + ") and not exists (select 1 from pg_catalog.pg_index i"
                + " join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]"
                + " where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null"
                + " and i.indnkeyatts = 1 and a.attname = (parse_ident("
                + literal(names(sql).column()) + "))[1])";
    }

    private String oids(SqlStringGenerationContext sql) {
        return names(sql).tables().stream()
                .map(table -> "to_regclass(" + literal(table) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns the names in SQL of the tables of the entity and of its subclasses that have the id. */
    public List<String> tables(SqlStringGenerationContext sql) {
        return names(sql).tables();
    }
}
