package io.github.hibernateidgen.internal.columns;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.DenormalizedTable;
import org.hibernate.mapping.ForeignKey;
import org.hibernate.mapping.Table;

/** What the columns of generated values must hold, until the session factory has been made. Thread-safe. */
public final class NeededColumns {

    /** By identity: Hibernate's columns are equal if their names are. */
    private final IdentityHashMap<Column, Needed> generated = new IdentityHashMap<>();

    /** Needs nothing yet. */
    public NeededColumns() {}

    /**
     * A column to check.
     *
     * @param subject the attribute that it holds; where it refers to one, the table and the column
     * @param origin the attribute whose values it holds
     */
    record Needed(Table table, Column column, String subject, String origin, ColumnNeed need) {

        boolean refers() {
            return !subject.equals(origin);
        }
    }

    /** Adds what an attribute needs. Hibernate 7 and later bind each attribute twice, which changes nothing. */
    public synchronized void add(String path, Column column, ColumnNeed need) {
        generated.put(column, new Needed(column.getValue().getTable(), column, path, path, need));
    }

    /** Takes what all attributes need, and all columns that refer to theirs, by their tables. */
    Map<Table, List<Needed>> take(Collection<Table> tables) {
        // By name in each table, as Hibernate's columns are equal.
        Map<Table, Map<Column, Needed>> needed = new LinkedHashMap<>();
        for (Needed attribute : takeGenerated()) {
            add(needed, attribute);
        }
        boolean isComplete = needed.isEmpty();
        while (!isComplete) { // A column that refers to a column that refers to an id holds that id as well.
            isComplete = true;
            for (Table table : tables) {
                isComplete &= !addReferences(needed, table);
            }
        }
        Map<Table, List<Needed>> physical = new LinkedHashMap<>();
        for (Map.Entry<Table, Map<Column, Needed>> entry : needed.entrySet()) {
            if (entry.getKey().isPhysicalTable()) {
                physical.put(entry.getKey(), List.copyOf(entry.getValue().values()));
            }
        }
        return physical;
    }

    private synchronized List<Needed> takeGenerated() {
        List<Needed> taken = new ArrayList<>(generated.values());
        taken.sort(comparing(Needed::subject));
        generated.clear();
        return taken;
    }

    private static boolean add(Map<Table, Map<Column, Needed>> needed, Needed column) {
        Map<Column, Needed> known = needed.computeIfAbsent(column.table(), missing -> new LinkedHashMap<>());
        return known.putIfAbsent(column.column(), column) == null;
    }

    /** Adds the columns of a table that hold the values of others: those of foreign keys, and those of a superclass's table. */
    private static boolean addReferences(Map<Table, Map<Column, Needed>> needed, Table table) {
        boolean isAdded = false;
        for (ForeignKey key : foreignKeys(table)) {
            Table target = key.getReferencedTable();
            if (target != null && !(key.isReferenceToPrimaryKey() && target.getPrimaryKey() == null)) {
                isAdded |= addReferences(
                        needed,
                        target,
                        key.isReferenceToPrimaryKey()
                                ? target.getPrimaryKey().getColumns()
                                : key.getReferencedColumns(),
                        table,
                        key.getColumns());
            }
        }
        if (table instanceof DenormalizedTable repeating) {
            Table included = repeating.getIncludedTable();
            List<Column> columns = List.copyOf(included.getColumns());
            isAdded |= addReferences(needed, included, columns, table, columns);
        }
        return isAdded;
    }

    private static boolean addReferences(
            Map<Table, Map<Column, Needed>> needed,
            Table target,
            List<Column> targets,
            Table table,
            List<Column> columns) {
        boolean isAdded = false;
        for (int i = 0; i < Math.min(columns.size(), targets.size()); i++) {
            Needed origin = needed.getOrDefault(target, Map.of()).get(targets.get(i));
            if (origin != null) {
                Column column = columns.get(i);
                String name = table.getName() + "." + column.getName();
                isAdded |= add(needed, new Needed(table, column, name, origin.origin(), origin.need()));
            }
        }
        return isAdded;
    }

    /** Hibernate before 7.2 has them in a map only, which 8.0 has no more. */
    private static Collection<ForeignKey> foreignKeys(Table table) {
        try {
            return table.getForeignKeyCollection();
        } catch (NoSuchMethodError e) {
            return foreignKeysByKey(table);
        }
    }

    @SuppressWarnings("removal")
    private static Collection<ForeignKey> foreignKeysByKey(Table table) {
        return table.getForeignKeys().values();
    }
}
