package io.github.hibernateidgen.internal.columns;

import static java.util.Comparator.comparing;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Table;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the columns in the database can store the generated values: after the schema tools have run, or before they
 * validate the tables. For example, the mapping has {@code bigint} for a column that was created as {@code integer} years
 * ago. Without the check, the first insert would fail.
 */
final class ColumnCheck {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Metadata mapping;
    private final SqlStringGenerationContext sql;
    private final Dialect dialect;
    private final IdentifierHelper names;
    private final List<MisfitColumn> misfits = new ArrayList<>();
    private @Nullable Boolean textTyped;

    private ColumnCheck(Metadata mapping, SessionFactoryImplementor factory, HibernateDatabase database) {
        this.mapping = mapping;
        this.sql = factory.getSqlStringGenerationContext();
        this.dialect = database.dialect();
        this.names = database.spelling();
    }

    /**
     * Compares the columns of a session factory with the requirements of its attributes.
     *
     * @param policy {@code warn}, {@code fail} or {@code off}
     * @param needed the columns with requirements, by table
     * @throws IdgenConfigurationException if a column does not fit and the policy is {@code fail}, or if a column can contain
     *     none of its values and the policy is {@code warn}
     */
    static void run(
            String policy,
            Map<Table, List<NeededColumns.Needed>> needed,
            Metadata mapping,
            SessionFactoryImplementor factory,
            HibernateDatabase database) {
        ColumnCheck check = new ColumnCheck(mapping, factory, database);
        if (needed.isEmpty() || policy.equals("off") || ColumnType.isUntyped(check.dialect)) {
            return;
        }
        // If the check fails, the first insert shows whether the columns fit.
        List<String> statements = database.tryRead(
                        connection -> Optional.of(check.read(needed, connection)),
                        reason -> LOG.debugf(
                                "The check of the columns of generated values ends early, because it failed: %s",
                                reason))
                .orElse(List.of());
        check.report(statements, policy);
    }

    private void report(List<String> statements, String policy) {
        if (!misfits.isEmpty()) {
            IdgenConfigurationException error = MisfitColumn.error(misfits, statements);
            if (policy.equals("fail")
                    || misfits.stream().anyMatch(column -> column.misfit().isNever())) {
                throw error;
            }
            LOG.warn(error.getMessage());
        }
    }

    /** Reads the columns, collects the misfits, and returns the statements that give columns the type of the mapping. */
    private List<String> read(Map<Table, List<NeededColumns.Needed>> needed, Connection connection)
            throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        for (Map.Entry<Table, List<NeededColumns.Needed>> entry : needed.entrySet()) {
            addMisfits(entry.getKey(), entry.getValue(), metadata, connection);
        }
        if (misfits.isEmpty()) {
            return List.of();
        }
        misfits.sort(comparing(MisfitColumn::isAltered));
        return new AlterStatements(sql, metadata)
                .of(misfits.stream().filter(MisfitColumn::isAltered).toList());
    }

    private void addMisfits(
            Table table, List<NeededColumns.Needed> needed, DatabaseMetaData metadata, Connection connection)
            throws SQLException {
        var schema = sql.schemaWithDefault(table.getSchemaIdentifier());
        String schemaName = orNull(names.toMetaDataSchemaName(schema));
        StoredTable place = StoredTable.at(
                orNull(names.toMetaDataCatalogName(sql.catalogWithDefault(table.getCatalogIdentifier()))),
                schemaName,
                names.toMetaDataObjectName(table.getNameIdentifier()));
        StoredTable stored = StoredTable.read(metadata, place, schema != null).orElse(null);
        if (stored == null) {
            LOG.debugf("Table %s is not found, so its columns are not checked", table.getName());
            return;
        }
        for (NeededColumns.Needed column : needed) {
            String type = column.column().getSqlType(mapping);
            StoredColumn actual = stored.column(column.column().getName()).orElse(null);
            ColumnNeed.Misfit misfit = actual == null
                    ? null
                    : misfit(column.need(), actual.type(), ColumnType.of(type, 0, 0), connection)
                            .orElse(null);
            if (actual != null && misfit != null) {
                String remedy = misfit.remedy() == null && stored.isView(metadata)
                        ? table.getName() + " is a view, so give the column of the table below it the type " + type
                        : misfit.remedy();
                // A table that is found in another schema than the mapping's may be a different table.
                boolean isNever = misfit.isNever() && stored.isIn(schemaName);
                misfits.add(new MisfitColumn(
                        column, stored, actual, type, new ColumnNeed.Misfit(misfit.problem(), isNever, remedy)));
            }
        }
    }

    private Optional<ColumnNeed.Misfit> misfit(
            ColumnNeed need, ColumnType stored, ColumnType mapped, Connection connection) throws SQLException {
        Optional<ColumnNeed.Misfit> always = need.misfit(stored, mapped, true);
        Optional<ColumnNeed.Misfit> ifTyped = need.misfit(stored, mapped, false);
        return always.isEmpty() && ifTyped.isPresent() && isTextTyped(connection) ? ifTyped : always;
    }

    /**
     * Returns whether PostgreSQL's driver sends text as {@code varchar}. The driver's property {@code stringtype} decides,
     * which may be set in the URL, in the pool or in the data source, so the server is asked.
     */
    private boolean isTextTyped(Connection connection) throws SQLException {
        Boolean known = textTyped;
        if (known == null) {
            try (PreparedStatement statement =
                    connection.prepareStatement("select cast(pg_typeof(coalesce(?, null)) as text)")) {
                statement.setString(1, "");
                try (ResultSet rows = statement.executeQuery()) {
                    known = rows.next() && "character varying".equals(rows.getString(1));
                }
            }
            textTyped = known;
        }
        return known;
    }

    /** Returns null for an empty name: JDBC takes an empty name as a search for tables without a catalog or schema. */
    private static @Nullable String orNull(@Nullable String name) {
        return name == null || name.isEmpty() ? null : name;
    }
}
