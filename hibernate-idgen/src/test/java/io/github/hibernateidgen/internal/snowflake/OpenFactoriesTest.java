package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;

/** Session factories of one process that could make the same ids. */
class OpenFactoriesTest {

    @Entity(name = "Ticket")
    @Table(schema = "shared", name = "ticket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Crate")
    static class Crate {
        @Id
        @SnowflakeId
        Long id;
    }

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID();

    private Hibernate on(Class<?>... entities) {
        return Hibernate.onH2(entities)
                .with(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        database + ";DB_CLOSE_DELAY=-1;INIT=create schema if not exists shared\\;create schema if not"
                                + " exists a\\;create schema if not exists b")
                .with(AvailableSettings.HBM2DDL_AUTO, "update");
    }

    @Test
    void oneFixedNumberForOneDatabaseIsRefusedUntilTheFirstHasClosed() {
        try (SessionFactory first = on(Crate.class).start()) {
            assertThat(first.isOpen()).isTrue();
            assertThatThrownBy(() -> on(Crate.class, Receipt.class).start())
                    .isInstanceOf(IdgenConfigurationException.class)
                    .hasMessage(
                            "hibernate.idgen.worker.id [fixed worker number 5]: another open session factory of this"
                                    + " process has the same worker number and a database with the same address, so"
                                    + " both can make the same ids; close the other factory first, or reserve"
                                    + " a number for each, with hibernate.idgen.worker.source=jdbc");
            assertThatThrownBy(() -> on(Ticket.class).start()) // Which tables they write is not compared.
                    .hasMessageStartingWith("hibernate.idgen.worker.id [fixed worker number 5]: another open");
        }
        on(Crate.class).start().close();
    }

    /** A source with a name of its own, which equals no other. */
    private static final class MySource implements WorkerSource {

        private final WorkerSource fixed;

        MySource(WorkerSource fixed) {
            this.fixed = fixed;
        }

        @Override
        public WorkerReservation reservation() {
            return fixed.reservation();
        }

        @Override
        public void attach(TickIssuer issuer) {
            fixed.attach(issuer);
        }

        @Override
        public void awaitRenewal(WorkerReservation ended) {
            fixed.awaitRenewal(ended);
        }

        @Override
        public String toString() {
            return "my source";
        }
    }

    private static Hibernate with(WorkerSource source, Hibernate hibernate) {
        return hibernate.without(IdgenSettings.WORKER_ID).with(IdgenSettings.WORKER_SOURCE, source);
    }

    /** Its generators share neither a sequence nor an end, so the source refuses the second one, also for another database. */
    @Test
    void oneSourceForTwoFactoriesIsRefusedAlsoThroughAWrapper() {
        WorkerSource fixed = WorkerSource.fixed(3);
        for (WorkerSource source : List.of(fixed, new MySource(fixed))) {
            try (SessionFactory first = with(source, on(Crate.class)).start()) {
                assertThat(first.isOpen()).isTrue();
                for (Hibernate second : List.of(on(Crate.class), Hibernate.onH2(Crate.class))) {
                    assertThatThrownBy(() -> with(new MySource(source), second).start())
                            .hasMessageStartingWith("hibernate.idgen.worker.source [my source]: layout [standard")
                            .hasMessageContaining("has a generator on [fixed worker number 3] already");
                }
            }
        }
        with(fixed, on(Crate.class)).start().close();
    }

    @Test
    void oneNumberOfTwoWrappersForOneDatabaseIsRefused() {
        try (SessionFactory first =
                with(new MySource(WorkerSource.fixed(3)), on(Crate.class)).start()) {
            assertThat(first.isOpen()).isTrue();
            assertThatThrownBy(() -> with(new MySource(WorkerSource.fixed(3)), on(Crate.class))
                            .start())
                    .hasMessageStartingWith("hibernate.idgen.worker.source [my source]: another open session factory");
            assertThatThrownBy(() ->
                            on(Crate.class).with(IdgenSettings.WORKER_ID, 3).start())
                    .hasMessageStartingWith(
                            "hibernate.idgen.worker.id [fixed worker number 3]: another open session factory");
            try (LogCapture log = new LogCapture();
                    SessionFactory otherNumber = with(new MySource(WorkerSource.fixed(4)), on(Crate.class))
                            .start();
                    SessionFactory otherDatabase = with(
                                    new MySource(WorkerSource.fixed(3)), Hibernate.onH2(Crate.class))
                            .start()) {
                assertThat(otherNumber.isOpen() && otherDatabase.isOpen()).isTrue();
                assertThat(log.warnings()).isEmpty();
            }
        }
        with(new MySource(WorkerSource.fixed(3)), on(Crate.class)).start().close();
    }

    @Test
    void othersAreToldNothing() {
        try (LogCapture log = new LogCapture();
                SessionFactory first = on(Crate.class, Receipt.class).start();
                SessionFactory noNumber = on(Receipt.class).start();
                SessionFactory otherDatabase = Hibernate.onH2(Crate.class).start();
                SessionFactory otherNumber =
                        on(Crate.class).with(IdgenSettings.WORKER_ID, 6).start()) {
            assertThat(first.isOpen() && noNumber.isOpen() && otherDatabase.isOpen() && otherNumber.isOpen())
                    .isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    private Hibernate reserving(String schema, Class<?>... entities) {
        return on(entities).without(IdgenSettings.WORKER_ID).with(AvailableSettings.DEFAULT_SCHEMA, schema);
    }

    /** Another process, which this one can't see, may have another default schema and write the same table. */
    @Test
    void tableInAnotherSchemaThanThatOfTheWorkerNumbersIsWarnedOfUnlessTheSettingsNameThat() {
        try (LogCapture log = new LogCapture()) {
            reserving("a", Ticket.class).start().close();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("reserved in a.idgen_worker", "ids are written to shared.ticket");
        }
        try (LogCapture log = new LogCapture()) {
            reserving("a", Ticket.class)
                    .with(IdgenSettings.WORKER_JDBC_TABLE, "shared.idgen_worker")
                    .start()
                    .close();
            assertThat(log.warnings()).isEmpty();
        }
    }
}
