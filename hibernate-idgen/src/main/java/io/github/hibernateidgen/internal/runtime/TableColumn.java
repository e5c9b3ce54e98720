package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.TableName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.DenormalizedTable;
import org.hibernate.mapping.Join;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;

/** A column of a table. Two columns are equal if their names and the names of their tables differ only in case. */
record TableColumn(TableName table, String name) {

    /**
     * Returns the columns to which the values of an attribute are written. For an entity's own id, this includes the keys of
     * secondary tables and of the tables of subclasses. The result is empty for Hibernate's copy of an attribute of an id
     * class.
     */
    static List<TableColumn> written(MappedAttribute attribute) {
        Set<TableColumn> columns = new LinkedHashSet<>();
        HibernateDatabase database = attribute.engines().database();
        Column own = attribute.column();
        if (!attribute.copiesId()) {
            add(columns, database, own.getValue().getTable(), own);
        }
        PersistentClass entity = attribute.entity();
        if (entity != null) {
            int part = entity.getIdentifier().getColumns().indexOf(own);
            for (PersistentClass mapped : entity.getSubclassClosure()) {
                if (part >= 0) {
                    add(
                            columns,
                            database,
                            mapped.getTable(),
                            mapped.getKey().getColumns().get(part));
                    for (Join join : mapped.getJoins()) {
                        add(
                                columns,
                                database,
                                join.getTable(),
                                join.getKey().getColumns().get(part));
                    }
                } else if (mapped.getTable() instanceof DenormalizedTable) {
                    add(columns, database, mapped.getTable(), own);
                }
            }
        }
        return List.copyOf(columns);
    }

    private static void add(Set<TableColumn> columns, HibernateDatabase database, Table table, Column column) {
        if (table.isPhysicalTable()) {
            columns.add(new TableColumn(database.name(table), column.getName()));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableColumn that && table.equals(that.table) && name.equalsIgnoreCase(that.name);
    }

    @Override
    public int hashCode() {
        return table.hashCode();
    }

    @Override
    public String toString() {
        return table + "." + name;
    }
}
