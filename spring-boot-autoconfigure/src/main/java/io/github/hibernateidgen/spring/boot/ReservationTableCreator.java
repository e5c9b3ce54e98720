package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;

/**
 * Has the library create the table of reservations where it is missing. What brings the schema otherwise, Flyway or
 * Liquibase, has run by then.
 *
 * @param mode in which databases
 */
record ReservationTableCreator(IdgenProperties.Worker.InitializeSchema mode) {

    /**
     * Sets what the library needs for it.
     *
     * @param settings those of the entity manager factory
     * @param own its data source, or null if it has none
     */
    void addTo(Map<String, Object> settings, @Nullable DataSource own) {
        Object named = settings.get(IdgenSettings.WORKER_JDBC_DATA_SOURCE);
        if (mayReserveInTable(settings) && isWanted(named instanceof DataSource other ? other : own)) {
            settings.putIfAbsent(IdgenSettings.WORKER_JDBC_CREATE_TABLE, true);
        }
    }

    private boolean isWanted(@Nullable DataSource dataSource) {
        return switch (mode) {
            case ALWAYS -> true;
            case EMBEDDED -> dataSource != null && EmbeddedDatabaseConnection.isEmbedded(dataSource);
            case NEVER -> false;
        };
    }

    /** Spares the others the connection that tells what database it is. */
    private static boolean mayReserveInTable(Map<String, Object> settings) {
        return settings.getOrDefault(IdgenSettings.WORKER_SOURCE, "jdbc").equals("jdbc")
                && !settings.containsKey(IdgenSettings.WORKER_ID);
    }
}
