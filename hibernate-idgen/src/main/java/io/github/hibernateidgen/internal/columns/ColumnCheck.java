package io.github.hibernateidgen.internal.columns;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.BootstrapConnections;
import io.github.hibernateidgen.internal.database.NotResumedException;
import io.github.hibernateidgen.internal.settings.ColumnPolicy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Table;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the columns that generated values go to as they are in the database, once, when the schema tools have run: a
 * mapping says {@code bigint} of a column that was made as {@code integer} years ago, and the first insert would fail.
 */
public final class ColumnCheck {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private ColumnCheck() {}

    /**
     * Compares the columns of a session factory with what its attributes need.
     *
     * @param policy what is done about a column that does not fit
     * @param columns what the attributes need
     * @param mapping the mapping that the session factory is made of
     * @param factory the session factory
     * @param connections connections of its database
     * @throws IdgenConfigurationException if a column does not fit, and the policy is to refuse
     */
    public static void run(
            ColumnPolicy policy,
            NeededColumns columns,
            Metadata mapping,
            SessionFactoryImplementor factory,
            BootstrapConnections connections) {
        Map<Table, List<NeededColumns.Needed>> needed = columns.take(mapping.collectTableMappings());
        if (needed.isEmpty() || policy == ColumnPolicy.OFF) {
            return;
        }
        List<IdgenConfigurationException> misfits = new Reading(mapping, factory).misfits(needed, connections);
        if (policy == ColumnPolicy.REFUSE && !misfits.isEmpty()) {
            throw all(misfits);
        }
        misfits.forEach(misfit -> LOG.warn(misfit.getMessage()));
    }

    /** The first, which tells of the others too. */
    private static IdgenConfigurationException all(List<IdgenConfigurationException> misfits) {
        IdgenConfigurationException first = misfits.get(0);
        if (misfits.size() == 1) {
            return first;
        }
        StringBuilder problem = new StringBuilder(String.valueOf(first.getMessage())
                .substring((first.subject() + " [" + first.value() + "]: ").length()));
        misfits.stream().skip(1).forEach(other -> problem.append('\n').append(other.getMessage()));
        return new IdgenConfigurationException(first.subject(), first.value(), problem.toString());
    }

    /** One look at the database. */
    private static final class Reading {

        private final Metadata mapping;
        private final SqlStringGenerationContext sql;
        private final Dialect dialect;
        private final IdentifierHelper names;

        Reading(Metadata mapping, SessionFactoryImplementor factory) {
            JdbcEnvironment environment = requireNonNull(
                            factory.getServiceRegistry().getService(JdbcServices.class))
                    .getJdbcEnvironment();
            this.mapping = mapping;
            this.sql = factory.getSqlStringGenerationContext();
            this.dialect = environment.getDialect();
            this.names = environment.getIdentifierHelper();
        }

        List<IdgenConfigurationException> misfits(
                Map<Table, List<NeededColumns.Needed>> needed, BootstrapConnections connections) {
            List<IdgenConfigurationException> misfits = new ArrayList<>();
            try {
                connections.transact(() -> addMisfits(needed, connections, misfits));
            } catch (NotResumedException e) {
                throw e.atStart();
            } catch (SQLException | RuntimeException e) {
                // The first insert will tell.
                LOG.debugf("The columns of generated values are not looked at any further, since that failed: %s", e);
            }
            return misfits;
        }

        private boolean addMisfits(
                Map<Table, List<NeededColumns.Needed>> needed,
                BootstrapConnections connections,
                List<IdgenConfigurationException> misfits)
                throws SQLException {
            Connection connection = connections.open();
            try {
                boolean isOurs = connections.isCommittedByBorrower(connection);
                try {
                    DatabaseMetaData metadata = connection.getMetaData();
                    for (Map.Entry<Table, List<NeededColumns.Needed>> entry : needed.entrySet()) {
                        addMisfits(entry.getKey(), entry.getValue(), metadata, misfits);
                    }
                } finally {
                    if (isOurs) {
                        connection.rollback(); // What reads the catalog of a server may have begun one.
                    }
                }
            } finally {
                connections.close(connection);
            }
            return !misfits.isEmpty();
        }

        private void addMisfits(
                Table table,
                List<NeededColumns.Needed> needed,
                DatabaseMetaData metadata,
                List<IdgenConfigurationException> misfits)
                throws SQLException {
            Optional<StoredTable> found = read(table, metadata);
            if (found.isEmpty()) {
                LOG.debugf("Table %s is not found, so its columns are not looked at", table.getName());
                return;
            }
            StoredTable stored = found.get();
            for (NeededColumns.Needed column : needed) {
                Optional<StoredColumn> actual = stored.column(column.column().getName());
                Optional<ColumnNeed.Misfit> misfit = actual.flatMap(column.need()::misfit);
                if (misfit.isPresent()) {
                    misfits.add(error(column, actual.get(), misfit.get(), stored.isView(metadata)));
                }
            }
        }

        private Optional<StoredTable> read(Table table, DatabaseMetaData metadata) throws SQLException {
            var schema = sql.schemaWithDefault(table.getSchemaIdentifier());
            return StoredTable.read(
                    metadata,
                    orNull(names.toMetaDataCatalogName(sql.catalogWithDefault(table.getCatalogIdentifier()))),
                    orNull(names.toMetaDataSchemaName(schema)),
                    schema != null,
                    names.toMetaDataObjectName(table.getNameIdentifier()));
        }

        /** To JDBC an empty name asks for what is in none. */
        private static @Nullable String orNull(@Nullable String name) {
            return name == null || name.isEmpty() ? null : name;
        }

        private IdgenConfigurationException error(
                NeededColumns.Needed needed, StoredColumn stored, ColumnNeed.Misfit misfit, boolean isView) {
            Table table = needed.table();
            String place = table.getName() + "." + needed.column().getName();
            String start =
                    needed.refers() ? "the column refers to " + needed.origin() + ", and " : "column " + place + " ";
            String remedy = misfit.remedy() != null
                    ? misfit.remedy()
                    : isView
                            ? table.getName() + " is a view, so give the column of the table below it the type "
                                    + type(needed.column())
                            : "run: " + alterTable(table, needed.column(), stored.required());
            return new IdgenConfigurationException(needed.subject(), stored, start + misfit.problem() + "; " + remedy);
        }

        private String type(Column column) {
            return column.getSqlType(mapping);
        }

        private String alterTable(Table table, Column column, boolean required) {
            String name = column.getQuotedName(dialect);
            String type = type(column);
            String definition = type + (required ? " not null" : "");
            // SQL Server would drop the "not null" that it is not told of.
            String alter = dialect.supportsAlterColumnType()
                    ? dialect.getAlterColumnTypeString(
                            name, dialect instanceof SQLServerDialect ? definition : type, definition)
                    : "alter column " + name + " set data type " + type;
            return "alter table " + sql.format(table.getQualifiedTableName()) + " " + alter;
        }
    }
}
