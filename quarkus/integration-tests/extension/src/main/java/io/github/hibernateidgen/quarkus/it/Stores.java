package io.github.hibernateidgen.quarkus.it;

import io.agroal.api.AgroalDataSource;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.quarkus.agroal.DataSource;
import io.quarkus.arc.lookup.LookupIfProperty;
import io.quarkus.hibernate.orm.PersistenceUnit;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Stores and sources as beans. A process has a bean only if it sets the bean's property {@code store.*} to true. */
public class Stores {

    @Produces
    @ApplicationScoped
    @LookupIfProperty(name = "store.of-default", stringValue = "true")
    ReservationStore ofDefault(@DataSource("workers") AgroalDataSource pool) {
        return in(pool);
    }

    @Produces
    @ApplicationScoped
    @Default
    @PersistenceUnit("audit")
    @LookupIfProperty(name = "store.of-both", stringValue = "true")
    ReservationStore ofBoth(@DataSource("workers") AgroalDataSource pool) {
        return in(pool);
    }

    private static ReservationStore in(AgroalDataSource pool) {
        JdbcReservationStore store = new JdbcReservationStore(pool);
        store.createTable();
        return store;
    }

    void end(@Disposes ReservationStore store) {
        System.out.println("disposed: " + store.describe());
    }

    @Produces
    @Singleton
    @LookupIfProperty(name = "store.second", stringValue = "true")
    WorkerSource second() {
        return WorkerSource.fixed(17);
    }

    @Produces
    @Singleton
    @PersistenceUnit("audit")
    @LookupIfProperty(name = "store.of-audit", stringValue = "true")
    WorkerSource ofAudit() {
        return WorkerSource.fixed(18);
    }

    @Produces
    @ApplicationScoped
    @PersistenceUnit("audit")
    @LookupIfProperty(name = "store.segments", stringValue = "true")
    SegmentStore segments() {
        return new Counters(1_000_000);
    }
}
