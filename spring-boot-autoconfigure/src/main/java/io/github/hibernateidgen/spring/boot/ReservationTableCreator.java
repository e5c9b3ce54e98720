package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;

/**
 * Makes the library create the table of reservations in an embedded database, unless a setting already chooses how the table
 * is created. Spring Boot runs Flyway and Liquibase before the entity manager factory starts, and so before the library
 * creates the table.
 */
record ReservationTableCreator() {

    /**
     * Sets {@code schema-management} to {@code create} if the database is embedded and worker numbers may come from its
     * table.
     *
     * @param settings the settings of the entity manager factory
     * @param dataSource the data source of the entity manager factory; null if the factory has no data source
     */
    void addTo(Map<String, Object> settings, @Nullable DataSource dataSource) {
        if (settings.containsKey(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT) || !mayReserveInTable(settings)) {
            return;
        }
        if (dataSource != null && EmbeddedDatabaseConnection.isEmbedded(dataSource)) {
            settings.put(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create");
        }
    }

    /**
     * Returns whether worker numbers may come from a table. For other sources, the caller opens no connection to examine the
     * database.
     */
    private static boolean mayReserveInTable(Map<String, Object> settings) {
        return settings.getOrDefault(IdgenSettings.WORKER_SOURCE, "jdbc").equals("jdbc")
                && !settings.containsKey(IdgenSettings.WORKER_ID);
    }
}
