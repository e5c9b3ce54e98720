package io.github.hibernateidgen.internal.database;

import java.util.Locale;

/**
 * The whole name of a table. Two names are equal if they differ only in case.
 *
 * @param catalog the table's catalog, or empty if none is known
 * @param schema the table's schema, or empty if none is known
 * @param name the table's name without catalog and schema
 */
public record TableName(String catalog, String schema, String name) {

    /** Returns whether both tables are in the same catalog and schema. */
    public boolean isBeside(TableName other) {
        return catalog.equalsIgnoreCase(other.catalog) && schema.equalsIgnoreCase(other.schema);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableName that && isBeside(that) && name.equalsIgnoreCase(that.name);
    }

    @Override
    public int hashCode() {
        return name.toLowerCase(Locale.ROOT).hashCode();
    }

    /** Returns the name with its schema, or with its catalog on a database that has no schemas. */
    @Override
    public String toString() {
        String place = schema.isEmpty() ? catalog : schema;
        return place.isEmpty() ? name : place + "." + name;
    }
}
