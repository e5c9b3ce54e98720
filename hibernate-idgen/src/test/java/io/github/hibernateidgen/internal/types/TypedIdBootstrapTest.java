package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.hibernate.mapping.PersistentClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways in which Hibernate learns of an entity: the class of its id is known whichever it is. */
class TypedIdBootstrapTest {

    record PlaceId(long value) {}

    record GuestId(UUID value) {}

    @Entity(name = "Guest")
    static class Guest {
        @Id
        @CombGuid
        GuestId id;
    }

    @Entity(name = "Place")
    static class Place {
        @Id
        @SnowflakeId
        PlaceId id;

        @ManyToOne
        Guest guest;

        @ElementCollection
        Set<PlaceId> near = new HashSet<>();
    }

    /** Hibernate asks for the type of its id when it maps the key of its map, before it calls IdTypeBinder. */
    @Entity(name = "Town")
    static class Town {
        @Id
        @SnowflakeId
        PlaceId id;

        @ElementCollection
        Map<PlaceId, String> names = new HashMap<>();
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID());
        settings.put("hibernate.hbm2ddl.auto", "create-drop");
        settings.put(IdgenSettings.WORKER_ID, 5);
        return settings;
    }

    private static void works(SessionFactory factory) {
        Guest guest = new Guest();
        Place place = new Place();
        place.guest = guest;
        factory.inTransaction(session -> {
            session.persist(guest);
            session.persist(place);
            place.near.add(place.id);
        });
        factory.inTransaction(session -> {
            Place found = session.find(Place.class, place.id);
            assertThat(found.id).isEqualTo(place.id);
            assertThat(found.guest.id).isEqualTo(guest.id);
            assertThat(found.near).containsExactly(place.id);
        });
    }

    private static void worksWithMap(SessionFactory factory) {
        works(factory);
        Town town = new Town();
        factory.inTransaction(session -> {
            session.persist(town);
            town.names.put(town.id, "here");
        });
        factory.inTransaction(
                session -> assertThat(session.find(Town.class, town.id).names).containsOnlyKeys(town.id));
    }

    private static void start(Consumer<MetadataSources> listing, Consumer<SessionFactory> works) {
        var registry =
                new StandardServiceRegistryBuilder().applySettings(settings()).build();
        try {
            MetadataSources sources = new MetadataSources(registry);
            listing.accept(sources);
            try (SessionFactory factory = sources.buildMetadata().buildSessionFactory()) {
                works.accept(factory);
            }
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    @Test
    void byItsName() {
        start(
                sources -> sources.addAnnotatedClassName(Place.class.getName())
                        .addAnnotatedClassName(Guest.class.getName())
                        .addAnnotatedClassName(Town.class.getName()),
                TypedIdBootstrapTest::worksWithMap);
    }

    @Test
    void byAMappingFile() {
        start(
                sources -> sources.addInputStream(mappingFile(Place.class, Town.class)),
                TypedIdBootstrapTest::worksWithMap);
    }

    private static InputStream mappingFile(Class<?>... others) {
        StringBuilder file = new StringBuilder(
                "<entity-mappings xmlns=\"https://jakarta.ee/xml/ns/persistence/orm\" version=\"3.0\">");
        file.append("<entity class=\"%s\" name=\"Guest\"/>".formatted(Guest.class.getName()));
        for (Class<?> other : others) {
            file.append("<entity class=\"%s\" name=\"%s\"/>".formatted(other.getName(), other.getSimpleName()));
        }
        return new ByteArrayInputStream(
                file.append("</entity-mappings>").toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Two mappings of one registry, as two session factories make them. */
    @Test
    void inEachMappingOfARegistry() {
        var registry =
                new StandardServiceRegistryBuilder().applySettings(settings()).build();
        try {
            var first = new MetadataSources(registry).addAnnotatedClasses(Place.class, Guest.class, Town.class);
            var second = new MetadataSources(registry).addAnnotatedClasses(Place.class, Guest.class, Town.class);
            var firstBuilder = first.getMetadataBuilder();
            var secondBuilder = second.getMetadataBuilder();
            for (var builder : List.of(secondBuilder, firstBuilder)) {
                PersistentClass place = builder.build().getEntityBinding(Place.class.getName());
                assertThat(place.getIdentifier().getType().getReturnedClass()).isEqualTo(PlaceId.class);
            }
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    @Test
    void byAPersistenceUnit() {
        start(List.of(Place.class.getName(), Guest.class.getName(), Town.class.getName()), null);
    }

    /** Hibernate 7 has a scanner in a library of its own, which is not on this class path; for 8 the container scans. */
    @Test
    void byAScan(@TempDir Path root) throws Exception {
        String version = Version.getVersionString();
        assumeTrue(version.startsWith("6."), "Hibernate " + version + " scans no folder by itself");
        for (Class<?> type : List.of(Place.class, Guest.class, Town.class)) {
            String file = type.getName().replace('.', '/') + ".class";
            Path copy = root.resolve(file);
            Files.createDirectories(copy.getParent());
            try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
                Files.copy(bytes, copy);
            }
        }
        start(List.of(), root.toUri().toURL());
    }

    private static void start(List<String> classes, URL root) {
        Properties properties = new Properties();
        PersistenceUnitInfo unit = (PersistenceUnitInfo) Proxy.newProxyInstance(
                TypedIdBootstrapTest.class.getClassLoader(),
                new Class<?>[] {PersistenceUnitInfo.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPersistenceUnitName" -> "places";
                    case "getManagedClassNames" -> classes;
                    case "getAllClassNames" -> classes;
                    case "getPersistenceUnitRootUrl" -> root;
                    case "excludeUnlistedClasses" -> root == null;
                    case "getProperties" -> properties;
                    case "getClassLoader" -> TypedIdBootstrapTest.class.getClassLoader();
                    default ->
                        List.class.isAssignableFrom(method.getReturnType())
                                ? List.of()
                                : method.getReturnType() == String.class
                                                && method.getName().contains("Version")
                                        ? "3.0"
                                        : null;
                });
        Map<String, Object> settings = settings();
        settings.put("hibernate.transaction.coordinator_class", "jdbc");
        try (EntityManagerFactory factory =
                new HibernatePersistenceProvider().createContainerEntityManagerFactory(unit, settings)) {
            worksWithMap(factory.unwrap(SessionFactory.class));
        }
    }
}
