package io.github.hibernateidgen.internal.columns;

import static java.util.Comparator.comparing;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.DenormalizedTable;
import org.hibernate.mapping.ForeignKey;
import org.hibernate.mapping.Table;

/**
 * Checks the columns of a session factory's generated values, and the columns that refer to these columns. Each column is
 * checked once. Not thread-safe.
 */
public final class NeededColumns {

    /** The columns that were checked. They are compared by identity: Hibernate's columns are equal if their names are equal. */
    private final Set<Column> checked = Collections.newSetFromMap(new IdentityHashMap<>());

    /** No column was checked yet. */
    public NeededColumns() {}

    /**
     * A column to check.
     *
     * @param subject the attribute of the column; for a column that refers to another column, the column's table and name
     * @param origin the attribute for which the column's values are generated
     */
    public record Needed(Table table, Column column, String subject, String origin, ColumnNeed need) {

        /** Makes the column of an attribute. */
        public static Needed of(String path, Column column, ColumnNeed need) {
            return new Needed(column.getValue().getTable(), column, path, path, need);
        }

        boolean refers() {
            return !subject.equals(origin);
        }

        private Needed at(Table other, Column referring) {
            return new Needed(other, referring, other.getName() + "." + referring.getName(), origin, need);
        }
    }

    /** A column that contains the values of another column, {@code target} of {@code table}. */
    private record Reference(Table table, Column target, Column column) {}

    /**
     * Compares columns in the database with the requirements.
     *
     * @param policy a value of the setting {@code column-check}: {@code fail} throws if a column does not fit; {@code warn}
     *     logs a warning, and throws only if the column can contain none of its values; {@code off} checks no column
     * @param generated the columns of the attributes
     * @throws IdgenConfigurationException if a column does not fit, as the policy asks
     */
    public void check(
            String policy,
            List<Needed> generated,
            Metadata mapping,
            SessionFactoryImplementor factory,
            HibernateDatabase database) {
        ColumnCheck.run(policy, unchecked(generated, mapping.collectTableMappings()), mapping, factory, database);
    }

    /**
     * Returns the columns that were not checked yet, and all columns that refer to these columns, by table. All of them now
     * count as checked.
     */
    Map<Table, List<Needed>> unchecked(List<Needed> generated, Collection<Table> tables) {
        // The keys are compared by name within each table, because Hibernate's columns are equal if their names are
        // equal.
        Map<Table, Map<Column, Needed>> needed = new LinkedHashMap<>();
        List<Needed> sorted = new ArrayList<>(generated);
        sorted.sort(comparing(Needed::subject));
        for (Needed attribute : sorted) {
            if (checked.add(attribute.column())) {
                add(needed, attribute);
            }
        }
        boolean isComplete = needed.isEmpty();
        while (!isComplete) { // A column may refer to a column that refers to an id, so an addition needs another pass.
            isComplete = true;
            for (Table table : tables) {
                for (Reference reference : references(table)) {
                    Needed origin =
                            needed.getOrDefault(reference.table(), Map.of()).get(reference.target());
                    isComplete &= origin == null || !add(needed, origin.at(table, reference.column()));
                }
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

    private static boolean add(Map<Table, Map<Column, Needed>> needed, Needed column) {
        Map<Column, Needed> known = needed.computeIfAbsent(column.table(), missing -> new LinkedHashMap<>());
        return known.putIfAbsent(column.column(), column) == null;
    }

    /**
     * Returns the columns of a table that contain the values of other columns: the columns of foreign keys, and the columns
     * repeated from a superclass's table.
     */
    private static List<Reference> references(Table table) {
        List<Reference> references = new ArrayList<>();
        for (ForeignKey key : foreignKeys(table)) {
            Table target = key.getReferencedTable();
            if (target != null && !(key.isReferenceToPrimaryKey() && target.getPrimaryKey() == null)) {
                List<Column> targets = key.isReferenceToPrimaryKey()
                        ? target.getPrimaryKey().getColumns()
                        : key.getReferencedColumns();
                for (int i = 0; i < Math.min(key.getColumns().size(), targets.size()); i++) {
                    references.add(new Reference(
                            target, targets.get(i), key.getColumns().get(i)));
                }
            }
        }
        if (table instanceof DenormalizedTable repeating) {
            Table included = repeating.getIncludedTable();
            included.getColumns().forEach(column -> references.add(new Reference(included, column, column)));
        }
        return references;
    }

    /**
     * Returns the foreign keys of a table. Hibernate before 7.2 has them in a map only, and Hibernate 8.0 no longer has that
     * map.
     */
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
