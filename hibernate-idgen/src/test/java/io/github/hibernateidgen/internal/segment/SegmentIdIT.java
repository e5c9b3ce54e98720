package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.Threads;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments of sequences and tables on real databases, from several session factories at once. */
class SegmentIdIT {

    private static final int FACTORIES = 3;
    private static final int THREADS = 8;
    private static final int SIZE = 1_000;

    /** A sequence where there are any. */
    @Entity(name = "SegmentRow")
    static class SegmentRow {
        @Id
        @SegmentId(size = SIZE)
        Long id;
    }

    @Entity(name = "SegmentTableRow")
    static class SegmentTableRow {
        @Id
        @SegmentId(size = SIZE, table = true)
        Long id;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void issuesNoNumberTwice(TestDatabase database) throws Exception {
        issue(database, SegmentRow.class, 4_000);
        issue(database, SegmentTableRow.class, 4_000);
    }

    @LongTest
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void issuesNoNumberTwiceOfAMillionAndMore(TestDatabase database) throws Exception {
        issue(database, SegmentRow.class, 200_000);
        issue(database, SegmentTableRow.class, 200_000);
    }

    /** The step and the offset that a server has for AUTO_INCREMENT say which offset is its. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void anOffsetThatIsNotTheServersIsRefused(TestDatabase database) {
        RunningDatabase running = database.orSkip();
        Hibernate hibernate = Hibernate.on(running.persistenceSettings(), SegmentRow.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .with(
                        AvailableSettings.JAKARTA_JDBC_URL,
                        running.jdbcUrl() + (running.jdbcUrl().contains("?") ? "&" : "?")
                                + "sessionVariables=auto_increment_increment=3,auto_increment_offset=2")
                .with(IdgenSettings.SEGMENT_STEP, 3);
        hibernate.with(IdgenSettings.SEGMENT_OFFSET, 2).start().close();
        assertThatThrownBy(() -> hibernate.with(IdgenSettings.SEGMENT_OFFSET, 1).start())
                .hasMessage("SegmentRow.id [offset 1, step 3]: the database has auto_increment_increment [3] and"
                        + " auto_increment_offset [2]; give the application of this server the offset [2] and"
                        + " the step [3]");
    }

    /** The numbers of each offset are those that the server itself gives with the same two words. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void anOffsetHasTheNumbersThatAutoIncrementHas(TestDatabase database) throws Exception {
        RunningDatabase running = database.orSkip();
        for (int offset = 1; offset <= 3; offset++) {
            try (Connection connection = running.connect();
                    Statement statement = connection.createStatement();
                    SessionFactory factory = Hibernate.on(running.persistenceSettings(), SegmentRow.class)
                            .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                            .with(IdgenSettings.SEGMENT_OFFSET, offset)
                            .with(IdgenSettings.SEGMENT_STEP, 3)
                            .start()) {
                statement.execute("set auto_increment_increment = 3, auto_increment_offset = " + offset);
                statement.execute("create temporary table counted (id bigint auto_increment primary key, x int)");
                statement.execute("insert into counted (x) values (1), (2), (3), (4), (5)");
                List<Long> counted = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery("select id from counted order by id")) {
                    while (rows.next()) {
                        counted.add(rows.getLong(1));
                    }
                }
                statement.execute("drop temporary table counted");
                assertThat(counted).hasSize(5).startsWith((long) offset);
                List<Long> ours = factory.fromTransaction(session -> Stream.generate(SegmentRow::new)
                        .limit(5)
                        .peek(session::persist)
                        .map(row -> row.id)
                        .toList());
                assertThat(ours).isEqualTo(counted);
            }
        }
    }

    private static void issue(TestDatabase database, Class<?> entity, int idsOfAThread) throws Exception {
        RunningDatabase running = database.orSkip();
        Hibernate hibernate = Hibernate.on(running.persistenceSettings(), entity);
        List<SessionFactory> factories = new ArrayList<>();
        try {
            factories.add(
                    hibernate.with(AvailableSettings.HBM2DDL_AUTO, "create").start());
            hibernate.with(AvailableSettings.HBM2DDL_AUTO, "validate");
            while (factories.size() < FACTORIES) {
                factories.add(hibernate.start());
            }
            AtomicInteger thread = new AtomicInteger();
            List<long[]> ids = Threads.callTogether(
                    THREADS, () -> ids(factories.get(thread.getAndIncrement() % FACTORIES), entity, idsOfAThread));
            ids.forEach(ofAThread -> assertThat(ofAThread).isSorted());
            long[] all = ids.stream().flatMapToLong(LongStream::of).sorted().toArray();
            assertThat(Arrays.stream(all).distinct().count()).isEqualTo((long) THREADS * idsOfAThread);
            assertGapsInBounds(factories, all);
        } finally {
            factories.forEach(SessionFactory::close);
            hibernate
                    .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                    .start()
                    .close();
        }
    }

    /** What is missing below the highest number is buffered, on its way, or was dropped and counted. */
    private static void assertGapsInBounds(List<SessionFactory> factories, long[] ids) {
        long missing = ids[ids.length - 1] - ids.length;
        long bound = 0;
        long waits = 0;
        for (SessionFactory factory : factories) {
            SegmentStatistics statistics =
                    Idgen.of(factory).attributes().get(0).segments().get(0);
            bound += statistics.buffered()
                    + (statistics.dropped() + SegmentLimits.DEFAULT.maxConcurrentFetches()) * SIZE;
            waits += statistics.waits();
        }
        System.out.println(
                ids.length + " ids, " + missing + " numbers missing of [" + bound + "] at most, " + waits + " waits");
        assertThat(missing).isBetween(0L, bound);
    }

    private static long[] ids(SessionFactory factory, Class<?> entity, int count) {
        try (StatelessSession session = factory.openStatelessSession()) {
            return Hibernate.nextIds(factory, session, entity, count);
        }
    }
}
