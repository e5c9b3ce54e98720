package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

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
 * Adds the table of reservations to the mapping, with the types of the dialect, so that Hibernate's schema tools manage
 * it. No naming strategy changes its name; a physical one still changes how its schema and its catalog are written.
 *
 * <p>The tools see the table only while the settings ask for it: a session factory may have other settings than those that
 * the mapping was read with.
 */
public final class ReservationTable {

    private static final int NAME_LENGTH = 100;

    private ReservationTable() {}

    /** Registers the table once for each mapping. If an entity is mapped to the table already, it stays as it is. */
    public static void register(
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

    /** A table that Hibernate's schema tools skip while it is not wanted, since it is then no physical table. */
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

    /** Quotes a name only if it must be, as the SQL scripts do, so that the database folds the case of both alike. */
    private static @Nullable Identifier identifier(@Nullable String name) {
        return name == null ? null : Identifier.toIdentifier(name, JdbcTable.needsQuotes(name));
    }
}
