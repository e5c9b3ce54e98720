package io.github.hibernateidgen.internal.columns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
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
    private final IdentityHashMap<Column, Generated> generated = new IdentityHashMap<>();

    /** Needs nothing yet. */
    public NeededColumns() {}

    private record Generated(String path, Column column, ColumnNeed need) {

        Table table() {
            return column.getValue().getTable();
        }
    }

    /** A column of a table; equal by their names, as Hibernate's are. */
    private record Place(Table table, Column column) {

        // Those of a record are made at run time, with many classes of the JDK, and every start needs them.

        @Override
        public boolean equals(Object other) {
            return other instanceof Place that && table.equals(that.table) && column.equals(that.column);
        }

        @Override
        public int hashCode() {
            return 31 * table.hashCode() + column.hashCode();
        }
    }

    /**
     * A column to look at.
     *
     * @param subject the attribute that it holds; where it refers to one, the table and the column
     * @param origin the attribute whose values it holds
     */
    record Needed(Table table, Column column, String subject, String origin, ColumnNeed need) {

        boolean refers() {
            return !subject.equals(origin);
        }

        private Needed at(Place place) {
            String name = place.table().getName() + "." + place.column().getName();
            return new Needed(place.table(), place.column(), name, origin, need);
        }
    }

    /** Adds what an attribute needs. Hibernate 7 and later bind each attribute twice, which changes nothing. */
    public synchronized void add(String path, Column column, ColumnNeed need) {
        generated.put(column, new Generated(path, column, need));
    }

    /** Takes what all attributes need, and all columns that refer to theirs. */
    Map<Table, List<Needed>> take(Collection<Table> tables) {
        Map<Place, Needed> needed = new LinkedHashMap<>();
        for (Generated attribute : takeGenerated()) {
            String path = attribute.path();
            needed.putIfAbsent(
                    new Place(attribute.table(), attribute.column()),
                    new Needed(attribute.table(), attribute.column(), path, path, attribute.need()));
        }
        if (!needed.isEmpty()) {
            addReferences(needed, references(tables));
        }
        Map<Table, List<Needed>> byTable = new LinkedHashMap<>();
        for (Needed column : needed.values()) {
            if (column.table().isPhysicalTable()) {
                byTable.computeIfAbsent(column.table(), missing -> new ArrayList<>())
                        .add(column);
            }
        }
        return byTable;
    }

    private synchronized List<Generated> takeGenerated() {
        List<Generated> taken = new ArrayList<>(generated.values());
        taken.sort((a, b) -> a.path().compareTo(b.path()));
        generated.clear();
        return taken;
    }

    /** What refers to a column that refers to an id holds that id as well. */
    private static void addReferences(Map<Place, Needed> needed, Map<Place, List<Place>> references) {
        Deque<Place> open = new ArrayDeque<>(needed.keySet());
        for (Place place = open.poll(); place != null; place = open.poll()) {
            Needed target = needed.get(place);
            for (Place referring : references.getOrDefault(place, List.of())) {
                if (target != null && needed.putIfAbsent(referring, target.at(referring)) == null) {
                    open.add(referring);
                }
            }
        }
    }

    /** Which columns hold the values of a column: those of foreign keys, and those of tables that repeat a superclass's. */
    private static Map<Place, List<Place>> references(Collection<Table> tables) {
        Map<Place, List<Place>> references = new HashMap<>();
        for (Table table : tables) {
            for (ForeignKey key : foreignKeys(table)) {
                addPairs(key, references);
            }
            if (table instanceof DenormalizedTable repeating) {
                Table included = repeating.getIncludedTable();
                for (Column column : included.getColumns()) {
                    references
                            .computeIfAbsent(new Place(included, column), missing -> new ArrayList<>())
                            .add(new Place(table, column));
                }
            }
        }
        return references;
    }

    private static void addPairs(ForeignKey key, Map<Place, List<Place>> references) {
        Table target = key.getReferencedTable();
        if (target == null || (key.isReferenceToPrimaryKey() && target.getPrimaryKey() == null)) {
            return;
        }
        List<Column> targets =
                key.isReferenceToPrimaryKey() ? target.getPrimaryKey().getColumns() : key.getReferencedColumns();
        List<Column> columns = key.getColumns();
        for (int i = 0; i < Math.min(columns.size(), targets.size()); i++) {
            references
                    .computeIfAbsent(new Place(target, targets.get(i)), missing -> new ArrayList<>())
                    .add(new Place(key.getTable(), columns.get(i)));
        }
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
