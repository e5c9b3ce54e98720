package io.github.hibernateidgen.quarkus.mistakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Table;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a new user reads after each of the first mistakes with which Quarkus starts. ProcessesIT has the others. */
@QuarkusTest
@TestProfile(OwnApplication.class)
class FirstMistakesTest {

    @Entity(name = "Shipment")
    public static class Shipment {
        @Id
        @SnowflakeId
        public Long id;
    }

    @PublicId(prefix = "par_")
    public record ParcelId(Long value) {}

    @Entity(name = "Parcel")
    public static class Parcel {
        @Id
        @SnowflakeId
        public ParcelId id;
    }

    @Entity(name = "Both")
    public static class Both {
        @Id
        @SnowflakeId
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public Long id;
    }

    @Entity(name = "ShopShipment")
    @Table(schema = "shop", name = "shipment")
    public static class ShopShipment {
        @Id
        @SnowflakeId
        public Long id;
    }

    @Inject
    EntityManager entities;

    /** Hibernate takes the annotation of this library, so the id is there before the insert. */
    @Test
    void identityBesideTheAnnotation() {
        QuarkusTransaction.requiringNew().run(() -> {
            Both both = new Both();
            entities.persist(both);
            assertThat(both.id).isGreaterThan(1L << 50);
        });
    }

    @Test
    void idSetByHand() {
        Shipment shipment = new Shipment();
        shipment.id = 5L;
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    entities.merge(shipment);
                    entities.flush();
                }))
                .as("docs/mappings.md has this text")
                .isInstanceOf(OptimisticLockException.class)
                .hasMessageContaining("Row was already updated or deleted by another transaction");
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> entities.persist(shipment)))
                .as("docs/mappings.md has this text")
                .isInstanceOf(EntityExistsException.class)
                .hasMessageContaining("Detached entity passed to persist");
    }

    @Test
    void numberForATypedParameter() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew()
                        .run(() -> entities.createQuery("from Parcel p where p.id = :id")
                                .setParameter("id", 5L)
                                .getResultList()))
                .hasMessageContainingAll("[5]", "ParcelId");
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> entities.find(Parcel.class, 5L)))
                .hasMessageContainingAll("Long", "ParcelId");
    }

    @Test
    void twoSchemas() throws IOException {
        assertThat(OwnApplication.warnings("Worker numbers are reserved in"))
                .singleElement()
                .asString()
                .contains("PUBLIC.idgen_worker", "shop.shipment", "in quarkus.hibernate-idgen.worker.jdbc.table");
    }
}
