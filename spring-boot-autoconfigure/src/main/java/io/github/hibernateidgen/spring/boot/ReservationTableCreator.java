package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.boot.model.naming.Identifier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;

/**
 * Creates the table of reservations before an entity manager factory starts, where that factory reserves its worker
 * number in a table and the table is missing. What brings the schema otherwise, Flyway or Liquibase, has run by then.
 *
 * @param mode in which databases
 */
record ReservationTableCreator(IdgenProperties.Worker.InitializeSchema mode) {

    private static final Log LOG = LogFactory.getLog("io.github.hibernateidgen");

    private static final String JDBC = IdgenSettings.PREFIX + "worker.jdbc.";

    private static final Qualifier CATALOGS = DatabaseMetaData::supportsCatalogsInTableDefinitions;
    private static final Qualifier SCHEMAS = DatabaseMetaData::supportsSchemasInTableDefinitions;

    /**
     * Creates the table if need be.
     *
     * @param settings those of the entity manager factory
     * @param own its data source, or null if it has none
     */
    void create(Map<String, Object> settings, @Nullable DataSource own) {
        Object named = settings.get(JDBC + "data-source");
        DataSource dataSource = named instanceof DataSource other ? other : own;
        if (dataSource != null && reservesInTable(settings) && isWanted(dataSource)) {
            JdbcTable table = table(settings, named == null ? own : null);
            if (isMissing(table, dataSource)) {
                create(table, dataSource);
            }
        }
    }

    private boolean isWanted(DataSource dataSource) {
        return switch (mode) {
            case ALWAYS -> true;
            case EMBEDDED -> EmbeddedDatabaseConnection.isEmbedded(dataSource);
            case NEVER -> false;
        };
    }

    /** As the library chooses: a table, unless a number or another source is given. */
    private static boolean reservesInTable(Map<String, Object> settings) {
        Object source = settings.get(IdgenSettings.WORKER_SOURCE);
        return source == null ? !settings.containsKey(IdgenSettings.WORKER_ID) : source.equals("jdbc");
    }

    private static JdbcTable table(Map<String, Object> settings, @Nullable DataSource entities) {
        Object name = settings.getOrDefault(JDBC + "table", JdbcTable.DEFAULT.name());
        try {
            return new JdbcTable(
                    qualifier(settings, "catalog", entities, CATALOGS),
                    qualifier(settings, "schema", entities, SCHEMAS),
                    name.toString(),
                    false);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(JDBC + "table", name, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * As the library chooses: the settings, or Hibernate's default without its quotes. That goes for the database of the
     * entities, where this has such a thing.
     */
    private static @Nullable String qualifier(
            Map<String, Object> settings, String part, @Nullable DataSource entities, Qualifier kind) {
        Object given = settings.get(JDBC + part);
        if (given != null) {
            return given.toString().strip();
        }
        Object byDefault = settings.get("hibernate.default_" + part);
        return byDefault == null || byDefault.toString().isBlank() || !supports(entities, kind)
                ? null
                : Identifier.toIdentifier(byDefault.toString().strip()).getText();
    }

    private static boolean supports(@Nullable DataSource dataSource, Qualifier kind) {
        if (dataSource == null) {
            return false;
        }
        try (Connection connection = dataSource.getConnection()) {
            return kind.isSupported(connection.getMetaData());
        } catch (SQLException e) {
            throw new ReservationStoreException(
                    "the database of the reservations can't be asked: " + e.getMessage(), e);
        }
    }

    /** Asks as the library will, so that both mean the same table. */
    private static boolean isMissing(JdbcTable table, DataSource dataSource) {
        try {
            new JdbcReservationStore(ConnectionSource.of(dataSource), table).read("default");
            return false;
        } catch (ReservationStoreException e) {
            LOG.debug("No table " + table + " yet", e);
            return true;
        }
    }

    private static void create(JdbcTable table, DataSource dataSource) {
        String ddl = "";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            // Oracle refuses the semicolon.
            ddl = JdbcDatabase.of(connection.getMetaData())
                    .ddl()
                    .strip()
                    .replaceFirst(";$", "")
                    .replace(JdbcTable.DEFAULT.name(), sqlName(table, connection.getMetaData()));
            statement.execute(ddl);
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            LOG.info("Created table " + table + " for reservations of worker numbers");
        } catch (SQLException e) {
            // Another process that starts at the same time may have been faster.
            if (isMissing(table, dataSource)) {
                throw new ReservationStoreException(
                        "JDBC table " + table + " could not be created: " + e.getMessage() + ". The statement was\n"
                                + ddl
                                + "\nCreate the table with your migration tool and set idgen.worker.initialize-schema=never",
                        e);
            }
        }
    }

    private static String sqlName(JdbcTable table, DatabaseMetaData database) throws SQLException {
        String quote = database.getIdentifierQuoteString().trim();
        return Stream.of(table.catalog(), table.schema(), table.name())
                .filter(Objects::nonNull)
                .map(part -> JdbcTable.needsQuotes(part) ? quote + part + quote : part)
                .collect(Collectors.joining("."));
    }

    /** What a database may or may not put in front of the name of a table. */
    private interface Qualifier {
        boolean isSupported(DatabaseMetaData database) throws SQLException;
    }
}
