package io.github.hibernateidgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.envers.AuditReader;
import org.hibernate.envers.AuditReaderFactory;
import org.hibernate.envers.Audited;
import org.junit.jupiter.api.Test;

/** An audited entity with a typed id and a map. Envers compares the owners of a map's rows as objects. */
class TypedIdEnversTest {

    record PlaceId(long value) {}

    @Entity(name = "Place")
    @Audited
    static class Place {
        @Id
        @SnowflakeId
        PlaceId id;

        @ElementCollection
        Map<String, String> names = new HashMap<>();
    }

    @Test
    void revisionsOfAMapAreKept() {
        try (SessionFactory factory = new MetadataSources(new StandardServiceRegistryBuilder()
                        .applySetting("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID())
                        .applySetting("hibernate.hbm2ddl.auto", "create-drop")
                        .applySetting("hibernate.idgen.worker.id", "7")
                        .build())
                .addAnnotatedClass(Place.class)
                .buildMetadata()
                .buildSessionFactory()) {
            Place place = new Place();
            place.names.put("en", "Vienna");
            factory.inTransaction(session -> session.persist(place));
            factory.inTransaction(
                    session -> session.find(Place.class, place.id).names.put("de", "Wien"));
            factory.inTransaction(
                    session -> session.find(Place.class, place.id).names.put("de", "Vindobona"));
            factory.inTransaction(
                    session -> session.find(Place.class, place.id).names.remove("en"));

            factory.inSession(session -> {
                AuditReader reader = AuditReaderFactory.get(session);
                assertThat(reader.getRevisions(Place.class, place.id)).hasSize(4);
                assertThat(reader.find(Place.class, place.id, 2).names).containsOnlyKeys("en", "de");
                assertThat(reader.find(Place.class, place.id, 3).names).containsEntry("de", "Vindobona");
                assertThat(reader.find(Place.class, place.id, 4).names).containsOnlyKeys("de");
            });
        }
    }
}
