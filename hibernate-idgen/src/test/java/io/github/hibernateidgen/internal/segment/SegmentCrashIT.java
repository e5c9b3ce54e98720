package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.segment.SegmentException;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A PostgreSQL loses the record of a sequence that no commit has forced to its log. Application p goes on with the numbers that it
 * has buffered, and application q gets the same numbers. Where no key spans the id, two acknowledged rows have one number:
 * with a sequence, and with Hibernate's own generator, but not with a table of numbers.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class SegmentCrashIT {

    private static final int ROWS = 20;

    private static final String SCHEMA = """
            create sequence animal_seq increment 50; create table animal (id bigint primary key);
            create table dog (id bigint primary key);
            create sequence event_seq increment 50;
            create table event (id bigint, day int, primary key (id, day)) partition by list (day);
            create table event_1 partition of event for values in (1);
            create table event_2 partition of event for values in (2);
            create sequence stock_seq increment 50; create table stock (id bigint primary key);
            create table stock_dog (id bigint primary key);
            create table counted_numbers (next_val bigint); insert into counted_numbers values (1);
            create table counted (id bigint primary key); create table counted_dog (id bigint primary key);
            """;

    @Entity(name = "CrashAnimal")
    @Table(name = "animal")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Animal {
        @Id
        @SegmentId(sequence = "animal_seq")
        Long id;
    }

    @Entity(name = "CrashDog")
    @Table(name = "dog")
    static class Dog extends Animal {}

    @Entity(name = "CrashEvent")
    @Table(name = "event")
    static class Event {
        @Id
        @SegmentId(sequence = "event_seq")
        Long id;

        int day;

        Event() {}

        Event(int day) {
            this.day = day;
        }
    }

    @Entity(name = "CrashStock")
    @Table(name = "stock")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Stock {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "stock")
        @SequenceGenerator(name = "stock", sequenceName = "stock_seq", allocationSize = 50)
        Long id;
    }

    @Entity(name = "CrashStockDog")
    @Table(name = "stock_dog")
    static class StockDog extends Stock {}

    @Entity(name = "CrashCounted")
    @Table(name = "counted")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Counted {
        @Id
        @SegmentId(sequence = "counted_numbers", table = true, optimizer = SegmentId.Optimizer.POOLED_LO)
        Long id;
    }

    @Entity(name = "CrashCountedDog")
    @Table(name = "counted_dog")
    static class CountedDog extends Counted {}

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private TestStandby server;
    private SessionFactory p;
    private SessionFactory q;

    /** Starts a server whose log has all that was done, so that the next value of a sequence needs a new record. */
    private void inServer(boolean synchronous, Schedule schedule) throws Exception {
        try (TestStandby started = TestStandby.startOrSkip(SCHEMA, synchronous)) {
            server = started;
            try {
                p = application();
                q = application();
                execute("select nextval('animal_seq'), nextval('event_seq'), nextval('stock_seq')");
                execute("checkpoint");
                if (synchronous) {
                    server.replicate();
                }
                schedule.run();
            } finally {
                for (AutoCloseable resource : resources) {
                    resource.close();
                }
            }
        }
    }

    private interface Schedule {
        void run() throws Exception;
    }

    private SessionFactory application() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMaximumPoolSize(3);
        HikariDataSource pool = new HikariDataSource(config);
        resources.addFirst(pool);
        SessionFactory application = Hibernate.on(
                        Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool),
                        Animal.class,
                        Dog.class,
                        Event.class,
                        Stock.class,
                        StockDog.class,
                        Counted.class,
                        CountedDog.class)
                .with(IdgenSettings.SEGMENT_TIMEOUT, "1s")
                .start();
        resources.addFirst(application);
        return application;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Saves rows in p and other rows in q, and returns how many numbers both have in an acknowledged row. */
    private <T> int inCommon(Supplier<T> ofP, Supplier<T> ofQ, Function<T, Long> id) {
        Set<Long> numbers = saved(p, ofP, id);
        numbers.retainAll(saved(q, ofQ, id));
        System.out.println("SegmentCrashIT, " + ofP.get().getClass().getSimpleName() + ": of " + ROWS
                + " rows each of two applications, " + numbers.size() + " have a number in common");
        return numbers.size();
    }

    private static <T> Set<Long> saved(SessionFactory application, Supplier<T> make, Function<T, Long> id) {
        Set<Long> numbers = new HashSet<>();
        for (int failures = 0; numbers.size() < ROWS; ) {
            T row = make.get();
            try {
                application.inTransaction(session -> session.persist(row));
                numbers.add(id.apply(row));
            } catch (RuntimeException e) {
                // The pool has connections to the server before the crash.
                assertThat(++failures).as(e.toString()).isLessThan(10);
            }
        }
        return numbers;
    }

    /** A caller's fetch is in its open transaction, and the segment serves other transactions, too. */
    @Test
    void crashWhileACallersTransactionIsOpen() throws Exception {
        inServer(false, () -> {
            try (Session caller = p.openSession()) {
                caller.beginTransaction();
                caller.persist(new Counted()); // The only fetch that commits.
                caller.persist(new Animal());
                caller.persist(new Event(1));
                caller.persist(new Stock());
                server.restartPrimary();
                assertThatThrownBy(() -> caller.getTransaction().commit()).isInstanceOf(RuntimeException.class);
            }
            assertTwoRowsWithOneNumber();
        });
    }

    /** A synchronous standby is away, and is promoted. No commit is acknowledged meanwhile, and no table gives a number. */
    @Test
    void promotionOfAStandbyThatWasAway() throws Exception {
        inServer(true, () -> {
            server.cutOff();
            try (Session caller = p.openSession()) {
                caller.beginTransaction();
                assertThatThrownBy(() -> caller.persist(new Counted())).hasRootCauseInstanceOf(SegmentException.class);
                caller.persist(new Animal());
                caller.persist(new Event(1));
                caller.persist(new Stock());
                server.killPrimary();
                assertThatThrownBy(() -> caller.getTransaction().commit()).isInstanceOf(RuntimeException.class);
            }
            server.promote();
            assertTwoRowsWithOneNumber();
        });
    }

    private void assertTwoRowsWithOneNumber() {
        assertThat(inCommon(Counted::new, CountedDog::new, row -> row.id))
                .as("a table of numbers")
                .isZero();
        assertThat(inCommon(Stock::new, StockDog::new, row -> row.id))
                .as("Hibernate's own")
                .isPositive();
        assertThat(inCommon(Animal::new, Dog::new, row -> row.id))
                .as("TABLE_PER_CLASS")
                .isPositive();
        assertThat(inCommon(() -> new Event(1), () -> new Event(2), row -> row.id))
                .as("partitions")
                .isPositive();
    }

    /**
     * A fetch of ours commits before its segment is issued. PostgreSQL has logged the values of 32 fetches with the first of
     * them, which is in the open transaction of another application, so this commit forces nothing to the log.
     */
    @Test
    void crashAfterAFetchThatHasCommitted() throws Exception {
        inServer(false, () -> {
            try (Connection other = connect();
                    Statement open = other.createStatement()) {
                other.setAutoCommit(false);
                open.execute("select nextval('animal_seq')");
                assertThat(Idgen.of(p).next(Animal.class)).isEqualTo(52L);
                server.restartPrimary();
            }
            // A value less than before the crash, which another application has lost.
            execute("select nextval('animal_seq')");
            assertThat(inCommon(Animal::new, Dog::new, row -> row.id)).isPositive();
        });
    }
}
