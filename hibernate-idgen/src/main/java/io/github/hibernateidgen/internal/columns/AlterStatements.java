package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements that give columns the types of the mapping, also to columns of other tables that refer to them, whether
 * they are mapped or not. Keys that the database wants dropped first are named.
 */
final class AlterStatements {

    /** A column that is changed, with its names as they stand in SQL. */
    private record Change(StoredTable table, StoredColumn column, String tableName, String columnName, String type) {

        boolean is(StoredTable other, String name) {
            return table.isSame(other) && column.name().equals(name);
        }
    }

    private static final Pattern REGULAR = Pattern.compile("[A-Za-z_]\\w*");

    private final SqlStringGenerationContext sql;
    private final Dialect dialect;
    private final DatabaseMetaData metadata;
    private final @Nullable String ownCatalog;
    private final @Nullable String ownSchema;
    private final UnaryOperator<String> folding;

    private final List<Change> changes = new ArrayList<>();
    private final Set<String> foreignKeys = new LinkedHashSet<>();

    AlterStatements(SqlStringGenerationContext sql, Dialect dialect, DatabaseMetaData metadata) throws SQLException {
        this.sql = sql;
        this.dialect = dialect;
        this.metadata = metadata;
        this.ownCatalog = metadata.getConnection().getCatalog();
        this.ownSchema = metadata.getConnection().getSchema();
        this.folding = metadata.storesUpperCaseIdentifiers()
                ? name -> name.toUpperCase(Locale.ROOT)
                : metadata.storesLowerCaseIdentifiers()
                        ? name -> name.toLowerCase(Locale.ROOT)
                        : UnaryOperator.identity();
    }

    /**
     * Writes the statements; a comment stands for each column that no statement changes, and for the keys to drop. Each statement
     * but an only one ends in a semicolon.
     */
    List<String> of(List<MisfitColumn> misfits) throws SQLException {
        for (MisfitColumn misfit : misfits) {
            if (misfit.isAltered()) {
                changes.add(new Change(
                        misfit.table(),
                        misfit.column(),
                        sql.format(misfit.needed().table().getQualifiedTableName()),
                        misfit.needed().column().getQuotedName(dialect),
                        misfit.type()));
            }
        }
        addForeignKeys();
        List<String> lines = new ArrayList<>();
        misfits.stream()
                .map(MisfitColumn::comment)
                .filter(comment -> comment != null)
                .forEach(lines::add);
        keys().ifPresent(lines::add);
        changes.forEach(change -> lines.add(alter(change)));
        return lines.size() == 1
                ? lines
                : lines.stream()
                        .map(line -> line.startsWith("--") ? line : line + ";")
                        .toList();
    }

    /**
     * H2 and Oracle change columns of keys as they are. MySQL and MariaDB change no column of a foreign key (errors 1832 and
     * 1833), nor does HSQLDB (-5533); PostgreSQL takes a number of some types only behind, of others only in front of the one
     * that it refers to. SQL Server changes no column of a key or an index (messages 5074 and 4922).
     */
    private Optional<String> keys() {
        List<String> keys = new ArrayList<>();
        if (dialect instanceof SQLServerDialect && !changes.isEmpty()) {
            keys.add("the primary keys and the indexes of these columns");
        }
        if (!(dialect instanceof H2Dialect || dialect instanceof OracleDialect)) {
            keys.addAll(foreignKeys);
        }
        return keys.isEmpty()
                ? Optional.empty()
                : Optional.of("-- drop first, and add again afterwards: " + String.join(", ", keys));
    }

    /** Finds the keys that the changed columns are in, and changes what refers to them. */
    private void addForeignKeys() throws SQLException {
        Deque<Change> open = new ArrayDeque<>(changes);
        for (Change change = open.poll(); change != null; change = open.poll()) {
            StoredTable table = change.table();
            for (StoredForeignKey key : StoredForeignKey.from(table, metadata)) {
                if (key.column().equals(change.column().name())) {
                    foreignKeys.add(describe(key));
                }
            }
            for (StoredForeignKey key : StoredForeignKey.to(table, metadata)) {
                if (key.target().equals(change.column().name())) {
                    foreignKeys.add(describe(key));
                    follow(key, change.type(), open);
                }
            }
        }
    }

    private String describe(StoredForeignKey key) {
        return name(key.name()) + " of " + name(key.table());
    }

    private void follow(StoredForeignKey key, String type, Deque<Change> open) throws SQLException {
        if (changes.stream().anyMatch(change -> change.is(key.table(), key.column()))) {
            return;
        }
        StoredTable table = StoredTable.read(
                        metadata,
                        key.table().catalog(),
                        key.table().schema(),
                        true,
                        key.table().name())
                .orElse(key.table());
        StoredColumn stored = table.column(key.column()).orElse(null);
        if (stored != null) {
            Change change = new Change(table, stored, name(table), name(key.column()), type);
            changes.add(change);
            open.add(change);
        }
    }

    private String alter(Change change) {
        String definition = change.type() + (change.column().required() ? " not null" : "");
        String alter = dialect.supportsAlterColumnType()
                ? dialect.getAlterColumnTypeString(
                        change.columnName(),
                        // It would drop the "not null" that it is not told of.
                        dialect instanceof SQLServerDialect ? definition : change.type(),
                        definition)
                : "alter column " + change.columnName() + " set data type " + change.type();
        return "alter table " + change.tableName() + " " + alter;
    }

    /** A table with its schema, or its catalog where there are no schemas, unless that is the connection's own. */
    private String name(StoredTable table) {
        String place = table.schema() != null ? table.schema() : table.catalog();
        String own = table.schema() != null ? ownSchema : ownCatalog;
        return (place == null || place.equals(own) ? "" : name(place) + ".") + name(table.name());
    }

    /** A name as the database gave it, with quotes where it would not read it so without. */
    private String name(String name) {
        boolean isPlain = REGULAR.matcher(name).matches()
                && folding.apply(name).equals(name)
                && !dialect.getKeywords().contains(name.toLowerCase(Locale.ROOT));
        return isPlain ? name : dialect.openQuote() + name + dialect.closeQuote();
    }
}
