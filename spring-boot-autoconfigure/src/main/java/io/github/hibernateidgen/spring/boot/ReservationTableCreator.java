package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;

/**
 * Has the library create the table of reservations in an embedded database, unless a setting says who makes it. Flyway
 * and Liquibase have run by then.
 */
record ReservationTableCreator() {

    /**
     * Sets what the library needs for it.
     *
     * @param settings those of the entity manager factory
     * @param own its data source, or null if it has none
     */
    void addTo(Map<String, Object> settings, @Nullable DataSource own) {
        if (settings.containsKey(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT) || !mayReserveInTable(settings)) {
            return;
        }
        if (own != null && EmbeddedDatabaseConnection.isEmbedded(own)) {
            settings.put(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create");
        }
    }

    /** Only the table needs to know the database, so other sources open no connection here. */
    private static boolean mayReserveInTable(Map<String, Object> settings) {
        return settings.getOrDefault(IdgenSettings.WORKER_SOURCE, "jdbc").equals("jdbc")
                && !settings.containsKey(IdgenSettings.WORKER_ID);
    }
}
