package io.github.hibernateidgen.jackson;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;

/** Starts Hibernate without Spring, on an H2 of its own. */
final class Factories {

    private Factories() {}

    static SessionFactory start(Class<?>... entities) {
        var registry = new StandardServiceRegistryBuilder()
                .applySetting("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID())
                .applySetting(IdgenSettings.WORKER_ID, 5)
                .build();
        return new MetadataSources(registry)
                .addAnnotatedClasses(entities)
                .buildMetadata()
                .buildSessionFactory();
    }
}
