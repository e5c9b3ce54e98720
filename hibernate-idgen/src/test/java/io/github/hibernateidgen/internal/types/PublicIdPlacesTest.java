package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;

/**
 * A class with {@code @PublicId} is a typed id at each place of a mapping, also if no entity of the mapping generates such an
 * id: it is stored as its component, read again, joined, and compared with a parameter.
 */
class PublicIdPlacesTest {

    private static final String KEYS = "a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    /** An id of an entity that another service maps. */
    @PublicId(prefix = "pro_")
    record ProductId(long value) {}

    @PublicId
    record WarehouseId(UUID value) {}

    private static final ProductId PRODUCT = new ProductId(382770312745709588L);
    private static final ProductId OTHER = new ProductId(17);
    private static final WarehouseId WAREHOUSE = new WarehouseId(new UUID(1, 2));

    @Embeddable
    static class Place {
        WarehouseId warehouse;
    }

    @MappedSuperclass
    abstract static class Base<K> {
        K origin;
    }

    @Entity(name = "Line")
    static class Line extends Base<WarehouseId> {
        @Id
        long id;

        ProductId product;

        @Embedded
        Place place = new Place();

        @ElementCollection
        Set<ProductId> others = new HashSet<>();

        @ElementCollection
        Map<ProductId, String> notes = new HashMap<>();

        @ElementCollection
        Set<Place> places = new HashSet<>();
    }

    @Entity(name = "Stock")
    static class Stock {
        @Id
        ProductId id;

        long count;
    }

    static class RackKey {
        WarehouseId warehouse;
        ProductId product;

        @Override
        public boolean equals(Object other) {
            return other instanceof RackKey that
                    && Objects.equals(warehouse, that.warehouse)
                    && Objects.equals(product, that.product);
        }

        @Override
        public int hashCode() {
            return Objects.hash(warehouse, product);
        }
    }

    @Entity(name = "Rack")
    @IdClass(RackKey.class)
    static class Rack {
        @Id
        WarehouseId warehouse;

        @Id
        ProductId product;

        String text;
    }

    @Entity(name = "StockNote")
    static class StockNote {
        @Id
        long id;

        @ManyToOne
        Stock stock;
    }

    private static void in(Consumer<MetadataSources> listing, Consumer<SessionFactory> test) {
        var registry = new StandardServiceRegistryBuilder()
                .applySetting("jakarta.persistence.jdbc.url", "jdbc:h2:mem:" + UUID.randomUUID())
                .applySetting("hibernate.hbm2ddl.auto", "create-drop")
                .build();
        try {
            MetadataSources sources = new MetadataSources(registry);
            listing.accept(sources);
            try (SessionFactory factory = sources.buildMetadata().buildSessionFactory()) {
                test.accept(factory);
            }
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private static void in(List<Class<?>> entities, Consumer<SessionFactory> test) {
        in(sources -> entities.forEach(sources::addAnnotatedClass), test);
    }

    private static Object stored(Session session, String sql) {
        Object value = session.createNativeQuery(sql, Object.class).getSingleResult();
        return value instanceof byte[] bytes
                ? new UUID(
                        ByteBuffer.wrap(bytes).getLong(), ByteBuffer.wrap(bytes).getLong(8))
                : value;
    }

    private static <T> List<T> query(Session session, Class<T> type, String hql, Object parameter) {
        return session.createSelectionQuery(hql, type)
                .setParameter("id", parameter)
                .getResultList();
    }

    private static Line line() {
        Line line = new Line();
        line.id = 1;
        line.product = PRODUCT;
        line.origin = WAREHOUSE;
        line.place.warehouse = WAREHOUSE;
        line.others.add(OTHER);
        line.notes.put(PRODUCT, "heavy");
        Place place = new Place();
        place.warehouse = WAREHOUSE;
        line.places.add(place);
        return line;
    }

    @Test
    void anAttributeAnEmbeddableAndCollections() {
        in(List.of(Line.class), PublicIdPlacesTest::holdsALine);
    }

    private static void holdsALine(SessionFactory factory) {
        factory.inTransaction(session -> session.persist(line()));
        factory.inTransaction(session -> {
            Line found = session.find(Line.class, 1L);
            assertThat(found.product).isEqualTo(PRODUCT);
            assertThat(found.origin).isEqualTo(WAREHOUSE);
            assertThat(found.place.warehouse).isEqualTo(WAREHOUSE);
            assertThat(found.others).containsExactly(OTHER);
            assertThat(found.notes).containsOnlyKeys(PRODUCT);
            assertThat(found.places)
                    .singleElement()
                    .satisfies(place -> assertThat(place.warehouse).isEqualTo(WAREHOUSE));
            assertThat(stored(session, "select product from Line")).isEqualTo(PRODUCT.value());
            assertThat(stored(session, "select origin from Line")).isEqualTo(WAREHOUSE.value());
            assertThat(stored(session, "select warehouse from Line")).isEqualTo(WAREHOUSE.value());
            assertThat(stored(session, "select others from Line_others")).isEqualTo(OTHER.value());
            assertThat(stored(session, "select notes_key from Line_notes")).isEqualTo(PRODUCT.value());
            assertThat(stored(session, "select warehouse from Line_places")).isEqualTo(WAREHOUSE.value());
            assertThat(query(session, Line.class, "from Line where product = :id", PRODUCT))
                    .hasSize(1);
            assertThat(query(session, Line.class, "from Line where product = :id", OTHER))
                    .isEmpty();
            assertThat(query(session, Line.class, "from Line l join l.others o where o = :id", OTHER))
                    .hasSize(1);
        });
    }

    @Test
    void anAssignedIdAndItsAssociation() {
        in(List.of(Stock.class, StockNote.class, Line.class), factory -> {
            Stock stock = new Stock();
            stock.id = PRODUCT;
            stock.count = 3;
            StockNote note = new StockNote();
            note.id = 1;
            note.stock = stock;
            factory.inTransaction(session -> {
                session.persist(stock);
                session.persist(note);
                session.persist(line());
            });
            factory.inTransaction(session -> {
                assertThat(session.find(Stock.class, PRODUCT).count).isEqualTo(3);
                assertThat(session.find(StockNote.class, 1L).stock.id).isEqualTo(PRODUCT);
                assertThat(stored(session, "select id from Stock")).isEqualTo(PRODUCT.value());
                assertThat(stored(session, "select stock_id from StockNote")).isEqualTo(PRODUCT.value());
                assertThat(query(
                                session,
                                Line.class,
                                "from Line l join Stock s on s.id = l.product where s.id = :id",
                                PRODUCT))
                        .hasSize(1);
            });
        });
    }

    @Test
    void anIdClass() {
        in(List.of(Rack.class), factory -> {
            Rack rack = new Rack();
            rack.warehouse = WAREHOUSE;
            rack.product = PRODUCT;
            factory.inTransaction(session -> session.persist(rack));
            factory.inTransaction(session -> {
                RackKey key = new RackKey();
                key.warehouse = WAREHOUSE;
                key.product = PRODUCT;
                assertThat(session.find(Rack.class, key).product).isEqualTo(PRODUCT);
                assertThat(stored(session, "select product from Rack")).isEqualTo(PRODUCT.value());
                assertThat(stored(session, "select warehouse from Rack")).isEqualTo(WAREHOUSE.value());
                assertThat(stored(
                                session,
                                "select data_type from information_schema.columns where table_name = 'RACK' and"
                                        + " column_name = 'WAREHOUSE'"))
                        .isEqualTo("UUID");
            });
        });
    }

    public static class FileRow {
        long id;
        ProductId product;
        Set<ProductId> others = new HashSet<>();
    }

    @Test
    void anEntityThatOnlyAMappingFileNames() {
        String file = """
                <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.0">
                  <package>%s</package>
                  <entity class="%s" name="FileRow" access="FIELD">
                    <attributes>
                      <id name="id"/>
                      <basic name="product"/>
                      <element-collection name="others"/>
                    </attributes>
                  </entity>
                </entity-mappings>
                """.formatted(FileRow.class.getPackageName(), "PublicIdPlacesTest$FileRow");
        in(
                sources -> sources.addInputStream(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8))),
                factory -> {
                    FileRow row = new FileRow();
                    row.id = 1;
                    row.product = PRODUCT;
                    row.others.add(OTHER);
                    factory.inTransaction(session -> session.persist(row));
                    factory.inTransaction(session -> {
                        FileRow found = session.find(FileRow.class, 1L);
                        assertThat(found.product).isEqualTo(PRODUCT);
                        assertThat(found.others).containsExactly(OTHER);
                        assertThat(stored(session, "select product from FileRow"))
                                .isEqualTo(PRODUCT.value());
                        assertThat(query(session, FileRow.class, "from FileRow where product = :id", PRODUCT))
                                .hasSize(1);
                    });
                });
    }

    @Entity(name = "Product")
    static class Product {
        @Id
        @SnowflakeId
        ProductId id;
    }

    /** One unit generates the ids, and the other unit stores references to them. */
    @Test
    void aSecondPersistenceUnit() {
        try (SessionFactory products = Hibernate.onH2(Product.class).start()) {
            Product product = new Product();
            products.inTransaction(session -> session.persist(product));
            in(List.of(Line.class), factory -> {
                holdsALine(factory);
                factory.inTransaction(session -> session.find(Line.class, 1L).product = product.id);
                factory.inTransaction(session ->
                        assertThat(stored(session, "select product from Line")).isEqualTo(product.id.value()));
                assertThat(Idgen.of(factory).text(product.id))
                        .isEqualTo(Idgen.of(products).text(product.id));
            });
        }
    }

    @PublicId(prefix = "pro_", sealed = true)
    record GoodsId(long value) {}

    @PublicId(prefix = "pro_", sealed = true)
    record OfferId(long value) {}

    @Entity(name = "Two")
    static class Two {
        @Id
        long id;

        GoodsId product;
        OfferId offer;
    }

    @Test
    void twoClassesWithOneSealedPrefixStopTheStart() {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> Hibernate.onH2(Two.class)
                        .with(IdgenSettings.SEAL_KEYS, KEYS)
                        .start()
                        .close())
                .withMessageContaining(" [pro_]: ")
                .withMessageContaining(OfferId.class.getName())
                .withMessageContaining(GoodsId.class.getName())
                .withMessageEndingWith("is also sealed with this prefix, so the text of each would open as an id of the"
                        + " other; give each class a different prefix");
    }

    @PublicId(prefix = "cat_", sealed = true)
    record CatId(long value) {}

    @PublicId(prefix = "dog_", sealed = true)
    record DogId(long value) {}

    @MappedSuperclass
    abstract static class Animal<K> {
        @Id
        @SnowflakeId
        K id;
    }

    @Entity(name = "Cat")
    static class Cat extends Animal<CatId> {}

    @Entity(name = "Dog")
    static class Dog extends Animal<DogId> {}

    @Test
    void aMappedSuperclassWithAClassForEachEntity() {
        try (SessionFactory factory = Hibernate.onH2(Cat.class, Dog.class)
                .with(IdgenSettings.SEAL_KEYS, KEYS)
                .start()) {
            Cat cat = new Cat();
            Dog dog = new Dog();
            factory.inTransaction(session -> {
                session.persist(cat);
                session.persist(dog);
            });
            Idgen idgen = Idgen.of(factory);
            assertThat(idgen.text(cat.id)).startsWith("cat_a");
            assertThat(idgen.parse(DogId.class, idgen.text(dog.id))).isEqualTo(dog.id);
        }
    }
}
