package io.github.hibernateidgen.examples.micronaut;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.micronaut.configuration.hibernate.jpa.JpaConfiguration;
import io.micronaut.configuration.hibernate.jpa.conf.settings.SettingsSupplier;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.BeanDestroyedEvent;
import io.micronaut.context.event.BeanDestroyedEventListener;
import jakarta.inject.Singleton;
import java.util.Map;
import org.h2.jdbcx.JdbcConnectionPool;
import org.hibernate.SessionFactory;

/** Keeps worker numbers in a separate database, if the application configures that database. */
@Singleton
@Requires(property = "workers.url")
public class WorkerNumbers implements SettingsSupplier, BeanDestroyedEventListener<SessionFactory> {

    private final JdbcConnectionPool pool;

    WorkerNumbers(@Value("${workers.url}") String url) {
        pool = JdbcConnectionPool.create(url, "sa", "");
    }

    /** Returns settings that Micronaut adds to the settings of the session factory. */
    @Override
    public Map<String, Object> supply(JpaConfiguration unit) {
        return Map.of(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(pool));
    }

    /**
     * Closes the pool after the session factory has released the number. Micronaut does not know that the session factory
     * needs this bean, and might otherwise destroy this bean first.
     */
    @Override
    public void onDestroyed(BeanDestroyedEvent<SessionFactory> event) {
        pool.dispose();
    }
}
