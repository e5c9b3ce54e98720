package io.github.hibernateidgen.docs;

import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

/** What the reader of the pages has at hand where they show a few lines. Samples are compiled with it and never run. */
abstract class Shop {

    SessionFactory sessionFactory;
    Session session;
    DataSource dataSource;
    EntityManagerFactory entityManagerFactory;
    LocalContainerEntityManagerFactoryBean factory;

    long id;
    Long first;
    Long second;
    Long third;
    UUID guid;
    List<Long> ids;
    List<UUID> guids;
    Order order;
    Invoice invoice;
    Long customerId;
    String page;

    SnowflakeLayout layout;
    SnowflakeLayout oldLayout;
    SnowflakeLayout newLayout;
    Duration maxAhead;
    Instant endOfTheRollingRestart;
    Instant now;
    Instant midnight;
    Instant nextMidnight;
    Instant lastTime;

    CriteriaQuery<PurchaseOrder> query;
    Root<PurchaseOrder> root;
    CriteriaBuilder builder;
    TimeRanges<PurchaseOrder> times;
    PurchaseOrderRepository orders;
    ScrollPosition position;

    record OrderId(long value) {}

    record CustomerId(UUID value) {}

    record ProductId(long value) {}

    /** Without JPA, as Spring Data JDBC has it. */
    record Purchase(Long id, UUID number, String product) {}

    @Entity
    static class Order {
        @Id
        Long id;

        UUID number;

        Long getId() {
            return id;
        }
    }

    @Embeddable
    static class OrderLineId implements Serializable {
        Long order;
        Long number;
    }

    @Entity
    static class OrderLine {
        @EmbeddedId
        OrderLineId id;
    }

    @Entity
    static class PurchaseOrder {
        @Id
        Long id;
    }

    @Entity
    static class Customer {
        @Id
        CustomerId id;
    }

    @Entity
    static class Invoice {
        @Id
        Long id;
    }

    @Entity
    static class Event {
        @Id
        Long id;
    }

    interface OrderRepository extends JpaRepository<Order, Long> {}

    interface PurchaseOrderRepository
            extends JpaRepository<PurchaseOrder, Long>, JpaSpecificationExecutor<PurchaseOrder> {}

    /** Stands for hypersistence-utils' own. */
    @interface Tsid {}

    static class CassandraReservationStore implements ReservationStore {

        CassandraReservationStore(String contactPoint) {}

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            return new StoredSlots(List.of());
        }

        @Override
        public boolean compareAndSet(String namespace, StoredSlot expected, StoredSlot update) {
            return false;
        }

        @Override
        public String describe() {
            return "Cassandra";
        }
    }
}
