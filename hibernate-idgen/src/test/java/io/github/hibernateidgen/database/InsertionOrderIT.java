package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract: rows arrive in the order of their primary key, on the database that holds them and in the way that its
 * column compares. One contract for all databases and keys, through Hibernate, on a clock that the test moves.
 */
class InsertionOrderIT {

    private static final int ROWS = 3000;
    private static final int BATCH = 50;

    private final FakeClock clock = FakeClock.at("2026-11-21T12:00:00Z");

    static Stream<Arguments> databasesAndKeys() {
        return TestDatabase.onOneServer()
                .flatMap(database -> Stream.of(Key.values())
                        .filter(key -> key.fits(database))
                        .map(key -> Arguments.of(database, key)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("databasesAndKeys")
    void rowsArriveInTheOrderOfTheirKeys(TestDatabase database, Key key) {
        RunningDatabase running = database.orSkip();
        try (SessionFactory factory = start(running, key.entity(), clock, 1, "create-drop")) {
            clock.advanceMillis(10);
            List<Object> ids = new ArrayList<>();
            factory.inTransaction(session -> insert(session, ROWS / 2, key::newRow, ids));
            Instant between = clock.now();
            clock.advanceMillis(1000);
            fromThreeSessions(factory, key, ids);

            List<? extends OrderedRow> rows = inOrderOfId(factory, key.entity());
            System.out.printf(
                    "insertion order: %s, %s: %d rows, %d out of order%n", running, key, rows.size(), outOfOrder(rows));
            assertInOrder(rows);
            assertThat(rows).hasSize(ROWS);
            for (int i = 0; i < ROWS; i++) {
                assertThat(rows.get(i).id()).isEqualTo(ids.get(i));
            }
            assertPagesReturnEveryRowOnce(factory, key.entity(), ROWS);
            assertThat(edge(factory, key.entity(), "asc")).as("first").isEqualTo(ids.get(0));
            assertThat(edge(factory, key.entity(), "desc")).as("last").isEqualTo(ids.get(ROWS - 1));
            if (key == Key.BIGINT || key == Key.CHAR_36) {
                // Not every database has min and max of its UUIDs or bytes.
                assertThat(aggregate(factory, key.entity(), "min")).isEqualTo(ids.get(0));
                assertThat(aggregate(factory, key.entity(), "max")).isEqualTo(ids.get(ROWS - 1));
            }
            Instant start = clock.now().minus(Duration.ofHours(1));
            assertThat(countBetween(factory, database, key, start, between)).isEqualTo(ROWS / 2);
            assertThat(countBetween(factory, database, key, between.plusMillis(500), clock.now()))
                    .isEqualTo(ROWS / 2);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("databasesAndKeys")
    void twoProcessesWithClocksApartDisorderNoMoreThanTheirClocksDo(TestDatabase database, Key key) {
        RunningDatabase running = database.orSkip();
        int apart = 50;
        int step = 10;
        FakeClock ahead = new FakeClock(clock.now().plusMillis(apart));
        try (SessionFactory one = start(running, key.entity(), clock, 1, "create-drop");
                SessionFactory two = start(running, key.entity(), ahead, 2, "none")) {
            for (int i = 0; i < 60; i++) {
                clock.advanceMillis(step);
                ahead.advanceMillis(step);
                int time = i * step;
                (i % 2 == 0 ? one : two)
                        .inTransaction(session -> insert(session, 5, ordinal -> key.newRow(time), new ArrayList<>()));
            }
            List<? extends OrderedRow> rows = inOrderOfId(one, key.entity());
            assertThat(rows).hasSize(300);
            int latest = 0;
            int worst = 0;
            for (OrderedRow row : rows) {
                latest = Math.max(latest, row.ordinal);
                worst = Math.max(worst, latest - row.ordinal);
            }
            // The insertion moves its clock by up to a millisecond.
            assertThat(worst).as("milliseconds that a row stands too late").isBetween(1, apart + step);
        }
    }

    @Entity
    @Table(name = "idgen_wrong")
    static class WrongOrderRow extends OrderedRow {
        @Id
        @CombGuid(order = CombGuid.Order.MARIADB)
        @JdbcTypeCode(SqlTypes.BINARY)
        @Column(length = 16)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.hibernateidgen.database.TestDatabase#onOneServer")
    void orderThatDoesNotFitTheColumnIsSeen(TestDatabase database) {
        RunningDatabase running = database.orSkip();
        try (SessionFactory factory = start(running, WrongOrderRow.class, clock, 1, "create-drop")) {
            factory.inTransaction(session -> insert(
                    session,
                    ROWS / 10,
                    ordinal -> {
                        WrongOrderRow row = new WrongOrderRow();
                        row.ordinal = ordinal;
                        return row;
                    },
                    new ArrayList<>()));
            List<WrongOrderRow> rows = inOrderOfId(factory, WrongOrderRow.class);
            assertThat(rows).hasSize(ROWS / 10);
            assertThatThrownBy(() -> assertInOrder(rows)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> assertPagesReturnEveryRowOnce(factory, WrongOrderRow.class, ROWS / 10))
                    .isInstanceOf(AssertionError.class);
        }
    }

    private static SessionFactory start(
            RunningDatabase running, Class<?> entity, FakeClock clock, int worker, String schema) {
        if (running.database() == TestDatabase.SQLITE) {
            assumeThat(hasSqliteDialect())
                    .as("hibernate-community-dialects of this Hibernate version, which has the dialect of SQLite")
                    .isTrue();
        }
        return Hibernate.on(running.persistenceSettings(), entity)
                .with(AvailableSettings.HBM2DDL_AUTO, schema)
                .with(IdgenSettings.CLOCK, clock)
                .with(IdgenSettings.WORKER_ID, worker)
                .start();
    }

    private static boolean hasSqliteDialect() {
        try {
            Class.forName("org.hibernate.community.dialect.SQLiteDialect");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private interface RowMaker {
        OrderedRow make(int ordinal);
    }

    /** Persists rows in batches, about seven in each millisecond of the clock. */
    private void insert(Session session, int count, RowMaker maker, List<Object> ids) {
        for (int i = 0; i < count; i++) {
            if (i % 7 == 6) {
                clock.advanceMillis(1);
            }
            OrderedRow row = maker.make(ids.size());
            session.persist(row);
            ids.add(row.id());
            if (i % BATCH == BATCH - 1) {
                session.flush();
                session.clear();
            }
        }
    }

    /** Three sessions take turns, each turn a transaction: some databases lock the table until it ends. */
    private void fromThreeSessions(SessionFactory factory, Key key, List<Object> ids) {
        try (Session a = factory.openSession();
                Session b = factory.openSession();
                Session c = factory.openSession()) {
            List<Session> sessions = List.of(a, b, c);
            for (int turn = 0; ids.size() < ROWS; turn++) {
                Session session = sessions.get(turn % 3);
                session.beginTransaction();
                insert(session, BATCH, key::newRow, ids);
                session.getTransaction().commit();
            }
        }
    }

    private static <R> List<R> inOrderOfId(SessionFactory factory, Class<R> entity) {
        return read(
                factory,
                session -> session.createSelectionQuery("from " + entity.getName() + " r order by r.id", entity)
                        .list());
    }

    private static void assertInOrder(List<? extends OrderedRow> rows) {
        assertThat(outOfOrder(rows)).as("rows out of order").isZero();
    }

    private static int outOfOrder(List<? extends OrderedRow> rows) {
        int outOfOrder = 0;
        for (int i = 0; i < rows.size(); i++) {
            outOfOrder += rows.get(i).ordinal == i ? 0 : 1;
        }
        return outOfOrder;
    }

    private static <R extends OrderedRow> void assertPagesReturnEveryRowOnce(
            SessionFactory factory, Class<R> entity, int count) {
        List<Integer> ordinals = new ArrayList<>();
        List<R> page = inOrderOfId(factory, entity).subList(0, 1);
        while (!page.isEmpty()) {
            page.forEach(row -> ordinals.add(row.ordinal));
            Object last = page.get(page.size() - 1).id();
            page = read(
                    factory,
                    session -> session.createSelectionQuery(
                                    "from " + entity.getName() + " r where r.id > :last order by r.id", entity)
                            .setParameter("last", last)
                            .setMaxResults(250)
                            .list());
        }
        assertThat(ordinals).hasSize(count).isSorted().doesNotHaveDuplicates();
    }

    private static Object edge(SessionFactory factory, Class<? extends OrderedRow> entity, String direction) {
        return read(
                        factory,
                        session -> session.createSelectionQuery(
                                        "select r.id from " + entity.getName() + " r order by r.id " + direction,
                                        Object.class)
                                .setMaxResults(1)
                                .list())
                .get(0);
    }

    private static Object aggregate(SessionFactory factory, Class<? extends OrderedRow> entity, String function) {
        return read(
                        factory,
                        session -> session.createSelectionQuery(
                                        "select " + function + "(r.id) from " + entity.getName() + " r", Object.class)
                                .list())
                .get(0);
    }

    private static long countBetween(SessionFactory factory, TestDatabase database, Key key, Instant from, Instant to) {
        return read(
                        factory,
                        session -> session.createSelectionQuery(
                                        "select count(*) from " + key.entity().getName()
                                                + " r where r.id between :from and :to",
                                        Long.class)
                                .setParameter("from", key.first(database, from))
                                .setParameter("to", key.last(database, to))
                                .list())
                .get(0);
    }

    private interface Reader<T> {
        T read(Session session);
    }

    private static <T> T read(SessionFactory factory, Reader<T> reader) {
        try (Session session = factory.openSession()) {
            return reader.read(session);
        }
    }
}
