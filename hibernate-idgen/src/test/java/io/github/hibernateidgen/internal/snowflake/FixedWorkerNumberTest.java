package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.testing.Ticket;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker number that somebody has set: its generators live as long as their session factory. */
class FixedWorkerNumberTest {

    @ParameterizedTest
    @CsvSource({"hibernate.idgen.,true", "idgen.,true", "quarkus.hibernate-idgen.,true", "idgen.,false"})
    void startSaysThatNobodyChecksTheNumber(String prefix, boolean hasTable) {
        String url = "jdbc:h2:mem:checked" + prefix + hasTable;
        try (SessionFactory reserved = Hibernate.onH2(Ticket.class)
                        .with(AvailableSettings.JAKARTA_JDBC_URL, hasTable ? url : url + "another")
                        .with(IdgenSettings.WORKER_RANGE, "5-5")
                        .without(IdgenSettings.WORKER_ID)
                        .start();
                LogCapture log = new LogCapture();
                SessionFactory fixed = Hibernate.onH2(Ticket.class)
                        .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                        .with(AvailableSettings.HBM2DDL_AUTO, "update")
                        .with(Remedies.NAMES, prefix)
                        .start()) {
            assertThat(number(fixed)).isEqualTo(number(reserved)).isEqualTo(5);
            assertThat(log.records().stream().filter(line -> line.getMessage().startsWith("worker number 5 from")))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getLevel()).isEqualTo(hasTable ? Level.WARNING : Level.INFO))
                    .satisfies(line -> assertThat(line.getMessage())
                            .isEqualTo("worker number 5 from " + prefix
                                    + "worker.id is not checked: another process with"
                                    + " this number would make the same ids. To have the number checked, remove "
                                    + prefix + "worker.id and set " + prefix
                                    + "worker.range=5-5, which reserves the number in JDBC table PUBLIC.idgen_worker"));
        }
    }

    private static long number(SessionFactory factory) {
        return Idgen.of(factory).workerSource().orElseThrow().reservation().worker();
    }

    private static SnowflakeGenerator generator(SessionFactory factory) {
        return Idgen.of(factory).snowflakeGenerators().get(0);
    }

    @Test
    void redeploymentUnderThreadsThatGoOnMakesNoIdTwice() throws InterruptedException {
        ConcurrentLinkedQueue<long[]> blocks = new ConcurrentLinkedQueue<>();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch deployed = new CountDownLatch(1);
        SessionFactory old = Hibernate.onH2(Ticket.class).start();
        SnowflakeGenerator kept = generator(old);
        Thread[] stale = new Thread[2];
        for (int i = 0; i < stale.length; i++) {
            stale[i] = new Thread(() -> {
                try {
                    for (int block = 0; block < 200; block++) {
                        blocks.add(kept.nextIds(500));
                        begun.countDown();
                        if (block == 100) {
                            deployed.await();
                        }
                    }
                } catch (IllegalStateException closed) {
                    // What a thread of the old deployment is to see.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            stale[i].start();
        }
        begun.await();
        old.close();
        try (SessionFactory fresh = Hibernate.onH2(Ticket.class).start()) {
            blocks.add(generator(fresh).nextIds(1));
            deployed.countDown();
            for (int block = 0; block < 200; block++) {
                blocks.add(generator(fresh).nextIds(500));
            }
            for (Thread thread : stale) {
                thread.join();
            }
        }
        Set<Long> distinct = new HashSet<>();
        long duplicates = blocks.stream()
                .flatMapToLong(Arrays::stream)
                .filter(id -> !distinct.add(id))
                .count();
        assertThat(duplicates)
                .as("duplicates beside " + distinct.size() + " ids")
                .isZero();
    }

    @Test
    void idAfterTheCloseIsRefused() {
        SessionFactory factory = Hibernate.onH2(Ticket.class).start();
        SnowflakeGenerator kept = generator(factory);
        factory.close();
        assertThatThrownBy(kept::nextId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("generator of layout [standard] is closed, and another process may have its worker number"
                        + " now; make ids before the shutdown, or make a new generator");
        assertThatThrownBy(() -> Hibernate.nextId(factory, Ticket.class))
                .hasMessageStartingWith("Ticket.id: generator of layout [standard] is closed");
    }

    @Test
    void aSourceServesOneSessionFactoryAfterTheOther() {
        FakeClock clock = FakeClock.at("2026-06-01T12:00:00Z");
        WorkerSource source = WorkerSource.fixed(7);
        SessionFactory one = of(source, clock).start();
        SnowflakeGenerator closing = generator(one);
        assertThatThrownBy(() -> of(source, clock).start())
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasStackTraceContaining("has a generator on [fixed worker number 7] already");
        clock.advanceMillis(10);
        assertThat(Idgen.of(one).workerSource()).containsSame(source);
        closing.nextId();
        one.close();
        assertThatThrownBy(closing::nextId).hasMessageContaining("is closed");
        try (SessionFactory other = of(source, clock).start()) {
            clock.advanceMillis(10);
            assertThat(SnowflakeLayout.STANDARD.split(generator(other).nextId()).worker())
                    .isEqualTo(7);
        }
    }

    @Test
    void aReservationOfTheUsersIsStillGivenBackFromItsLastIdOn() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        FakeClock clock = FakeClock.at("2026-06-01T12:00:00Z");
        try (ReservedWorkerSource source = new ReservedWorkerSource(store, ReservationTerms.DEFAULT, clock)) {
            SnowflakeGenerator kept;
            try (SessionFactory factory = of(source, clock).start()) {
                kept = generator(factory);
                clock.advanceMillis(10);
                kept.nextId();
            }
            assertThatThrownBy(kept::nextId).hasMessageContaining("is closed");
        }
        assertThat(store.read(ReservationTerms.DEFAULT.namespace(), 0, 1024)
                        .slots()
                        .get(0)
                        .reservedUntil())
                .isEqualTo(clock.millis() + 1);
    }

    private static Hibernate of(WorkerSource source, FakeClock clock) {
        return Hibernate.onH2(Ticket.class)
                .without(IdgenSettings.WORKER_ID)
                .with(IdgenSettings.CLOCK, clock)
                .with(IdgenSettings.WORKER_SOURCE, source);
    }

    /** The generators of the first factory are forgotten with it: the next one has new ones. */
    @Test
    void aRegistryThatOutlivesItsFactoriesMakesIdsAgainForTheNext() {
        InMemoryReservationStore store = new InMemoryReservationStore();
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .disableAutoClose()
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:outlived")
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .applySetting(IdgenSettings.WORKER_SOURCE, store)
                .build();
        try {
            SnowflakeGenerator first;
            try (SessionFactory factory = factory(registry)) {
                first = generator(factory);
                assertThat(first.nextId()).isPositive();
            }
            try (SessionFactory factory = factory(registry)) {
                Ticket ticket = new Ticket();
                factory.inTransaction(session -> session.persist(ticket));
                assertThat(ticket.id).isPositive();
                assertThat(generator(factory)).isNotSameAs(first);
                assertThat(Idgen.of(factory).workerSource()).isPresent();
            }
            assertThatThrownBy(first::nextId).isInstanceOf(IllegalStateException.class);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private static SessionFactory factory(StandardServiceRegistry registry) {
        return new MetadataSources(registry)
                .addAnnotatedClass(Ticket.class)
                .buildMetadata()
                .buildSessionFactory();
    }
}
