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

/** Worker numbers in a database of their own, if the application names one. */
@Singleton
@Requires(property = "workers.url")
public class WorkerNumbers implements SettingsSupplier, BeanDestroyedEventListener<SessionFactory> {

    private final JdbcConnectionPool pool;

    WorkerNumbers(@Value("${workers.url}") String url) {
        pool = JdbcConnectionPool.create(url, "sa", "");
    }

    /** Micronaut adds what such beans supply to the settings of the session factory. */
    @Override
    public Map<String, Object> supply(JpaConfiguration unit) {
        return Map.of(IdgenSettings.WORKER_SOURCE, new JdbcReservationStore(pool));
    }

    /** The number is released by now. Micronaut does not know that the session factory needs this bean, and may end this one first. */
    @Override
    public void onDestroyed(BeanDestroyedEvent<SessionFactory> event) {
        pool.dispose();
    }
}
