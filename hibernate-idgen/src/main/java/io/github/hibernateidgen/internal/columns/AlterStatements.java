package io.github.hibernateidgen.internal.columns;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements that give columns the types of the mapping. Where a database changes no column that a key has, the
 * statements that drop the key and add it again stand around them, and columns of other tables that refer to the key are
 * changed with it, whether they are mapped or not.
 */
final class AlterStatements {

    /** What stands in the way of a new type. */
    private enum Keys {
        /** Columns of keys are changed as they are. */
        NONE {
            @Override
            boolean areOf(Dialect dialect) {
                return dialect instanceof H2Dialect || dialect instanceof OracleDialect;
            }

            @Override
            boolean areForeign() {
                return false;
            }
        },
        /** SQL Server changes no column of a key or an index: messages 5074 and 4922. */
        ALL {
            @Override
            boolean areOf(Dialect dialect) {
                return dialect instanceof SQLServerDialect;
            }

            @Override
            boolean arePrimary() {
                return true;
            }

            /** It would drop the "not null" that it is not told of. */
            @Override
            String type(String type, String definition) {
                return definition;
            }
        },
        /**
         * MySQL and MariaDB change no column of a foreign key (errors 1832 and 1833), nor does HSQLDB (-5533); PostgreSQL
         * takes a number of some types only behind, of others only in front of the one that it refers to.
         */
        FOREIGN {
            @Override
            boolean areOf(Dialect dialect) {
                return true;
            }
        };

        abstract boolean areOf(Dialect dialect);

        boolean areForeign() {
            return true;
        }

        boolean arePrimary() {
            return false;
        }

        String type(String type, String definition) {
            return type;
        }

        static Keys of(Dialect dialect) {
            for (Keys keys : values()) {
                if (keys.areOf(dialect)) {
                    return keys;
                }
            }
            return FOREIGN;
        }
    }

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
    private final Keys keys;
    private final @Nullable String ownCatalog;
    private final @Nullable String ownSchema;
    private final UnaryOperator<String> folding;

    private final List<Change> changes = new ArrayList<>();
    private final Map<String, StoredForeignKey> foreignKeys = new LinkedHashMap<>();

    AlterStatements(SqlStringGenerationContext sql, Dialect dialect, DatabaseMetaData metadata) throws SQLException {
        this.sql = sql;
        this.dialect = dialect;
        this.metadata = metadata;
        this.keys = Keys.of(dialect);
        this.ownCatalog = metadata.getConnection().getCatalog();
        this.ownSchema = metadata.getConnection().getSchema();
        this.folding = metadata.storesUpperCaseIdentifiers()
                ? name -> name.toUpperCase(Locale.ROOT)
                : metadata.storesLowerCaseIdentifiers()
                        ? name -> name.toLowerCase(Locale.ROOT)
                        : UnaryOperator.identity();
    }

    /**
     * Writes the statements, in the order in which they run; a comment stands for each column that no statement changes.
     * Each but an only one ends in a semicolon.
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
        if (keys.areForeign()) {
            addForeignKeys();
        }
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        foreignKeys.values().forEach(key -> before.add(drop(key)));
        if (keys.arePrimary()) {
            addPrimaryKeys(before, after);
        }
        foreignKeys.values().forEach(key -> after.add(add(key)));
        misfits.stream()
                .map(MisfitColumn::comment)
                .filter(comment -> comment != null)
                .forEach(before::add);
        changes.forEach(change -> before.add(alter(change)));
        before.addAll(after);
        return before.size() == 1
                ? before
                : before.stream()
                        .map(line -> line.startsWith("--") ? line : line + ";")
                        .toList();
    }

    /** Finds the keys that the changed columns are in, and changes what refers to them. */
    private void addForeignKeys() throws SQLException {
        Deque<Change> open = new ArrayDeque<>(changes);
        for (Change change = open.poll(); change != null; change = open.poll()) {
            StoredTable table = change.table();
            for (StoredForeignKey key : StoredForeignKey.from(table, metadata)) {
                if (key.columns().containsValue(change.column().name())) {
                    foreignKeys.putIfAbsent(key.id(), key);
                }
            }
            for (StoredForeignKey key : StoredForeignKey.to(table, metadata)) {
                for (Map.Entry<Integer, String> target : key.targets().entrySet()) {
                    if (target.getValue().equals(change.column().name())) {
                        foreignKeys.putIfAbsent(key.id(), key);
                        follow(key, String.valueOf(key.columns().get(target.getKey())), change.type(), open);
                    }
                }
            }
        }
    }

    private void follow(StoredForeignKey key, String column, String type, Deque<Change> open) throws SQLException {
        if (changes.stream().anyMatch(change -> change.is(key.table(), column))) {
            return;
        }
        StoredTable table = StoredTable.read(
                        metadata,
                        key.table().catalog(),
                        key.table().schema(),
                        true,
                        key.table().name())
                .orElse(key.table());
        StoredColumn stored = table.column(column).orElse(null);
        if (stored != null) {
            Change change = new Change(table, stored, name(table), name(column), type);
            changes.add(change);
            open.add(change);
        }
    }

    private String drop(StoredForeignKey key) {
        return "alter table " + name(key.table()) + " "
                + dialect.getDropForeignKeyString().strip() + " " + name(key.name());
    }

    private String add(StoredForeignKey key) {
        return "alter table " + name(key.table()) + " add constraint " + name(key.name()) + " foreign key ("
                + names(key.columns()) + ") references " + name(key.target()) + " (" + names(key.targets()) + ")"
                + key.rules();
    }

    private String names(Map<Integer, String> columns) {
        return columns.values().stream().map(this::name).collect(Collectors.joining(", "));
    }

    private String alter(Change change) {
        String definition = change.type() + (change.column().required() ? " not null" : "");
        String alter = dialect.supportsAlterColumnType()
                ? dialect.getAlterColumnTypeString(
                        change.columnName(), keys.type(change.type(), definition), definition)
                : "alter column " + change.columnName() + " set data type " + change.type();
        return "alter table " + change.tableName() + " " + alter;
    }

    private void addPrimaryKeys(List<String> before, List<String> after) throws SQLException {
        List<StoredTable> seen = new ArrayList<>();
        for (Change change : changes) {
            StoredTable table = change.table();
            if (seen.stream().noneMatch(table::isSame)) {
                seen.add(table);
                String key = primaryKey(table, before, after);
                addIndexes(table, key, before, after);
            }
        }
    }

    /** Returns the name of the table's primary key, or an empty text. */
    private String primaryKey(StoredTable table, List<String> before, List<String> after) throws SQLException {
        Map<Integer, String> columns = new TreeMap<>();
        String key = "";
        try (ResultSet rows = metadata.getPrimaryKeys(table.catalog(), table.schema(), table.name())) {
            while (rows.next()) {
                columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
                key = String.valueOf(rows.getString("PK_NAME"));
            }
        }
        if (columns.values().stream().anyMatch(column -> isChanged(table, column))) {
            before.add("alter table " + name(table) + " drop constraint " + name(key));
            after.add("alter table " + name(table) + " add constraint " + name(key) + " primary key "
                    + (isClustered(table, key) ? "clustered (" : "nonclustered (") + names(columns) + ")");
        }
        return key;
    }

    private boolean isClustered(StoredTable table, String index) throws SQLException {
        try (ResultSet rows = indexes(table)) {
            while (rows.next()) {
                if (index.equals(rows.getString("INDEX_NAME"))) {
                    return rows.getShort("TYPE") == DatabaseMetaData.tableIndexClustered;
                }
            }
        }
        return true;
    }

    private ResultSet indexes(StoredTable table) throws SQLException {
        return metadata.getIndexInfo(table.catalog(), table.schema(), table.name(), false, true);
    }

    /** JDBC does not tell all that an index is, so it is named only. */
    private void addIndexes(StoredTable table, String primaryKey, List<String> before, List<String> after)
            throws SQLException {
        try (ResultSet rows = indexes(table)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                if (index != null && !index.equals(primaryKey) && isChanged(table, rows.getString("COLUMN_NAME"))) {
                    String named = "index or unique constraint " + name(index) + " of " + name(table) + " here";
                    before.add("-- drop " + named);
                    after.add("-- make " + named + ", as it was");
                }
            }
        }
    }

    private boolean isChanged(StoredTable table, @Nullable String column) {
        return column != null && changes.stream().anyMatch(change -> change.is(table, column));
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
