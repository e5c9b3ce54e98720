package io.github.hibernateidgen.test;

import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;

/** Starts Hibernate on a fresh H2 in memory. */
final class Factories {

    private Factories() {}

    static SessionFactory onH2(RepeatableIds ids, Class<?>... entities) {
        return start(new StandardServiceRegistryBuilder().applySettings(ids.settings()), entities);
    }

    static SessionFactory start(StandardServiceRegistryBuilder registry, Class<?>... entities) {
        return new MetadataSources(
                        registry.applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID())
                                .applySetting(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                                .build())
                .addAnnotatedClasses(entities)
                .buildMetadata()
                .buildSessionFactory();
    }
}
