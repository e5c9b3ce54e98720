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
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
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
        List<MisfitColumn> misfits = new ArrayList<>();
        List<String> statements = new Reading(mapping, factory).read(needed, connections, misfits);
        if (misfits.isEmpty()) {
            return;
        }
        IdgenConfigurationException error = MisfitColumn.error(misfits, statements);
        if (policy == ColumnPolicy.FAIL || misfits.stream().anyMatch(MisfitColumn::isNever)) {
            throw error;
        }
        LOG.warn(error.getMessage());
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

        /** Adds the columns that will not do, and returns the statements that change them. */
        List<String> read(
                Map<Table, List<NeededColumns.Needed>> needed,
                BootstrapConnections connections,
                List<MisfitColumn> misfits) {
            List<String> statements = new ArrayList<>();
            try {
                connections.transact(() -> statements.addAll(open(needed, connections, misfits)));
            } catch (NotResumedException e) {
                throw e.atStart();
            } catch (SQLException | RuntimeException e) {
                // The first insert will tell.
                LOG.debugf("The columns of generated values are not looked at any further, since that failed: %s", e);
            }
            return statements;
        }

        private List<String> open(
                Map<Table, List<NeededColumns.Needed>> needed,
                BootstrapConnections connections,
                List<MisfitColumn> misfits)
                throws SQLException {
            Connection connection = connections.open();
            try {
                boolean isOurs = !connection.getAutoCommit() && connections.isCommittedByBorrower(connection);
                try {
                    DatabaseMetaData metadata = connection.getMetaData();
                    connections.remember(metadata);
                    for (Map.Entry<Table, List<NeededColumns.Needed>> entry : needed.entrySet()) {
                        addMisfits(entry.getKey(), entry.getValue(), metadata, misfits);
                    }
                    return misfits.isEmpty() ? List.of() : new AlterStatements(sql, dialect, metadata).of(misfits);
                } finally {
                    if (isOurs) {
                        connection.rollback(); // What reads the catalog of a server may have begun one.
                    }
                }
            } finally {
                connections.close(connection);
            }
        }

        private void addMisfits(
                Table table, List<NeededColumns.Needed> needed, DatabaseMetaData metadata, List<MisfitColumn> misfits)
                throws SQLException {
            var schema = sql.schemaWithDefault(table.getSchemaIdentifier());
            String schemaName = orNull(names.toMetaDataSchemaName(schema));
            Optional<StoredTable> found = StoredTable.read(
                    metadata,
                    orNull(names.toMetaDataCatalogName(sql.catalogWithDefault(table.getCatalogIdentifier()))),
                    schemaName,
                    schema != null,
                    names.toMetaDataObjectName(table.getNameIdentifier()));
            if (found.isEmpty()) {
                LOG.debugf("Table %s is not found, so its columns are not looked at", table.getName());
                return;
            }
            StoredTable stored = found.get();
            for (NeededColumns.Needed column : needed) {
                String type = column.column().getSqlType(mapping);
                Optional<StoredColumn> actual = stored.column(column.column().getName());
                Optional<ColumnNeed.Misfit> misfit =
                        actual.flatMap(known -> column.need().misfit(known, StoredColumn.mapped(known, type)));
                if (misfit.isPresent()) {
                    misfits.add(new MisfitColumn(
                            column,
                            stored,
                            actual.get(),
                            type,
                            misfit.get(),
                            stored.isView(metadata),
                            stored.isIn(schemaName)));
                }
            }
        }

        /** To JDBC an empty name asks for what is in none. */
        private static @Nullable String orNull(@Nullable String name) {
            return name == null || name.isEmpty() ? null : name;
        }
    }
}
