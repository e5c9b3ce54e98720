package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.TestSeed;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of several workers under a layout whose time has two parts, found by spans of time: none too few, none too many. */
class TurnsIT {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.INNODB;
    private static final Instant TURN = LAYOUT.epoch().plus(LAYOUT.turn().multipliedBy(1_391_000));
    private static final int TURNS = 4;
    private static final int ROWS = 2_000;

    private final Random random = TestSeed.random();

    @Entity(name = "Turn")
    @Table(name = "idgen_turn")
    static class Turn {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;
    }

    private record Span(Instant from, Instant to) {}

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aSpanFindsWhatWasMadeInIt(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        try (SessionFactory factory = Hibernate.on(running.persistenceSettings(), Turn.class)
                        .with(IdgenSettings.WORKER_ID, 5)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                        .start();
                Connection connection = running.connect()) {
            List<Long> ids = insert(connection);
            TimeRanges<Turn> times = Idgen.of(factory).timeRanges(Turn.class, "id");
            for (Span span : spans()) {
                List<Long> wanted = ids.stream()
                        .filter(id -> !LAYOUT.instant(id).isBefore(span.from)
                                && LAYOUT.instant(id).isBefore(span.to))
                        .sorted()
                        .toList();
                String context = span + " " + TestSeed.describe();
                factory.inTransaction(session -> {
                    assertThat(byCriteria(session, times, span)).as(context).isEqualTo(wanted);
                    assertThat(byHql(session, span)).as(context).isEqualTo(wanted);
                });
                assertThat(bySql(connection, span)).as(context).isEqualTo(wanted);
            }
        }
    }

    /** Of four turns, many at their borders. */
    private List<Long> insert(Connection connection) throws SQLException {
        List<Long> ids = random.longs(0, TURNS * LAYOUT.turn().toMillis())
                .map(millis -> random.nextInt(4) > 0 ? millis : border(millis))
                .map(millis -> LAYOUT.compose(new SnowflakeParts(
                        TURN.plusMillis(millis),
                        random.nextInt(1024),
                        random.nextInt(256),
                        Map.of(),
                        0,
                        random.nextInt(16))))
                .distinct()
                .limit(ROWS)
                .boxed()
                .toList();
        try (PreparedStatement insert = connection.prepareStatement("insert into idgen_turn (id) values (?)")) {
            for (long id : ids) {
                insert.setLong(1, id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return ids;
    }

    /** One of the first or last milliseconds of a turn. */
    private long border(long millis) {
        long turn = millis >> 16 << 16;
        return turn + (random.nextBoolean() ? random.nextInt(3) : 65_533 + random.nextInt(3));
    }

    private List<Span> spans() {
        Duration turn = LAYOUT.turn();
        List<Span> spans = new ArrayList<>(List.of(
                new Span(TURN, TURN.plus(turn)),
                new Span(TURN, TURN.plus(turn.multipliedBy(TURNS))),
                new Span(TURN.plusMillis(1), TURN.plus(turn)),
                new Span(TURN, TURN.plus(turn).minusMillis(1)),
                new Span(TURN, TURN.plus(turn).plusMillis(1)),
                new Span(TURN.plus(turn).minusMillis(1), TURN.plus(turn).plusMillis(1)),
                new Span(TURN.plusMillis(40_000), TURN.plusMillis(40_001)),
                new Span(
                        TURN.minusSeconds(90),
                        TURN.plus(turn.multipliedBy(TURNS)).plusSeconds(90))));
        for (int i = 0; i < 40; i++) {
            long from = random.nextLong(TURNS * turn.toMillis());
            long to = from + 1 + random.nextLong(i % 2 == 0 ? 500 : TURNS * turn.toMillis());
            spans.add(new Span(
                    TURN.plusMillis(random.nextInt(4) > 0 ? from : border(from)), TURN.plusMillis(to + 65_536)));
        }
        return spans;
    }

    private static List<Long> byCriteria(Session session, TimeRanges<Turn> times, Span span) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<Turn> query = builder.createQuery(Turn.class);
        query.where(times.predicate(query.from(Turn.class), builder, span.from, span.to));
        return session.createSelectionQuery(query).getResultList().stream()
                .map(turn -> turn.id)
                .sorted()
                .toList();
    }

    /** As in docs/snowflake.md. */
    private static List<Long> byHql(Session session, Span span) {
        List<Long> found = new ArrayList<>();
        for (IdSlice slice : LAYOUT.slices(span.from, span.to)) {
            found.addAll(session
                    .createSelectionQuery(
                            "from Turn t where t.id between :first and :last"
                                    + " and mod(t.id, :modulus) between :lowest and :highest order by t.id",
                            Turn.class)
                    .setParameter("first", slice.first())
                    .setParameter("last", slice.last())
                    .setParameter("modulus", slice.modulus())
                    .setParameter("lowest", slice.lowest())
                    .setParameter("highest", slice.highest())
                    .getResultList()
                    .stream()
                    .map(turn -> turn.id)
                    .toList());
        }
        return found;
    }

    private static List<Long> bySql(Connection connection, Span span) throws SQLException {
        List<Long> found = new ArrayList<>();
        for (IdSlice slice : LAYOUT.slices(span.from, span.to)) {
            try (PreparedStatement query = connection.prepareStatement("select id from idgen_turn"
                    + " where id between ? and ? and mod(id, ?) between ? and ? order by id")) {
                long[] parameters = {slice.first(), slice.last(), slice.modulus(), slice.lowest(), slice.highest()};
                for (int i : IntStream.range(0, parameters.length).toArray()) {
                    query.setLong(i + 1, parameters[i]);
                }
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        found.add(rows.getLong(1));
                    }
                }
            }
        }
        return found;
    }
}
