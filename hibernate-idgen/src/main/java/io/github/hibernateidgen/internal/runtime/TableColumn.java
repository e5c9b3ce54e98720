package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.internal.database.TableName;

/** A column of a table. Two columns are equal if their names and the names of their tables differ only in case. */
record TableColumn(TableName table, String name) {

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
