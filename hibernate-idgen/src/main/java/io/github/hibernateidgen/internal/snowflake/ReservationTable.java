package io.github.hibernateidgen.internal.snowflake;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.function.BooleanSupplier;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.BasicValue;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PrimaryKey;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * Adds the table of reservations to the mapping, with the types of the dialect, so Hibernate's schema tools manage the
 * table. No naming strategy changes the table's name. A physical naming strategy still applies to the names of the schema
 * and the catalog.
 *
 * <p>The settings of the session factory decide whether the schema tools see the table, because the mapping may have been
 * read with other settings.
 */
final class ReservationTable {

    private static final int NAME_LENGTH = 100;

    private ReservationTable() {}

    /** Registers the table once for each mapping. A table to which an entity is already mapped is not changed. */
    static void register(
            Database database, MetadataBuildingContext context, JdbcTable named, BooleanSupplier isWanted) {
        JdbcTable wanted = HibernateDatabase.located(named, database.getJdbcEnvironment());
        Namespace namespace = database.locateNamespace(identifier(wanted.catalog()), identifier(wanted.schema()));
        Identifier name = requireNonNull(identifier(wanted.name()));
        if (namespace.locateTable(name) == null) {
            Table table = new WantedTable(namespace, name, isWanted);
            addColumns(table, context);
            namespace.registerTable(name, table);
        }
    }

    /** A table that is physical only while it is wanted. Hibernate's schema tools skip tables that are not physical. */
    private static final class WantedTable extends Table {

        private static final long serialVersionUID = 1L;

        private final transient BooleanSupplier isWanted;

        WantedTable(Namespace namespace, Identifier name, BooleanSupplier isWanted) {
            super("hibernate-idgen", namespace, name, false);
            this.isWanted = isWanted;
        }

        @Override
        public boolean isPhysicalTable() {
            return isWanted.getAsBoolean() && super.isPhysicalTable();
        }
    }

    private static void addColumns(Table table, MetadataBuildingContext context) {
        PrimaryKey key = new PrimaryKey(table);
        table.setPrimaryKey(key);
        key.addColumn(addColumn(table, context, "namespace", String.class));
        key.addColumn(addColumn(table, context, "worker_id", Long.class));
        addColumn(table, context, "owner", String.class);
        addColumn(table, context, "reserved_until", Long.class);
    }

    private static Column addColumn(Table table, MetadataBuildingContext context, String name, Class<?> type) {
        Column column = new Column(name);
        column.setNullable(false);
        if (type == String.class) {
            column.setLength(NAME_LENGTH);
        }
        BasicValue value = new BasicValue(context, table);
        value.setTypeName(type.getName());
        value.addColumn(column);
        table.addColumn(column);
        return column;
    }

    /**
     * Quotes a name only if it must be quoted, as the SQL scripts do. The database then folds the case of the name in the
     * same way here and in the scripts.
     */
    private static @Nullable Identifier identifier(@Nullable String name) {
        return name == null ? null : Identifier.toIdentifier(name, JdbcTable.needsQuotes(name));
    }
}
