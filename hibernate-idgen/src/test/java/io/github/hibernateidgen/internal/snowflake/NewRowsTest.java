package io.github.hibernateidgen.internal.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ways of reading new rows lose some, and which do not: docs/snowflake.md. Two processes write, one transaction late. */
class NewRowsTest {

    private static final Duration LONGEST_UNIT = Duration.ofSeconds(10);
    private static final Duration OVERLAP = LONGEST_UNIT.plusSeconds(1);

    @Entity(name = "Event")
    static class Event {
        @Id
        @SnowflakeId
        Long id;
    }

    // In the middle of a turn of the layout innodb.
    private final FakeClock clock =
            new FakeClock(turnOf(Instant.parse("2026-11-22T12:00:00Z")).plusSeconds(30));
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private SessionFactory low;
    private SessionFactory high;
    private final Set<Long> written = new HashSet<>();

    private static Instant turnOf(Instant instant) {
        SnowflakeLayout layout = SnowflakeLayout.INNODB;
        long turn = layout.turn().toMillis();
        long millis = Duration.between(layout.epoch(), instant).toMillis();
        return layout.epoch().plusMillis(millis / turn * turn);
    }

    private void start(String layout) {
        low = start(layout, 1);
        high = start(layout, 2);
        clock.advance(Duration.ofSeconds(1));
    }

    private SessionFactory start(String layout, int worker) {
        return Hibernate.onH2(Event.class)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.HBM2DDL_AUTO, "update")
                .with(IdgenSettings.CLOCK, clock)
                .with(IdgenSettings.WORKER_ID, worker)
                .with(IdgenSettings.SNOWFLAKE_LAYOUT, layout)
                .start();
    }

    @AfterEach
    void close() {
        if (low != null) {
            low.close();
            high.close();
        }
    }

    private long persist(Session session) {
        Event event = new Event();
        session.persist(event);
        session.flush();
        written.add(event.id);
        return event.id;
    }

    private long persist(SessionFactory factory) {
        return factory.fromTransaction(this::persist);
    }

    private List<Long> above(long last) {
        return high.fromSession(
                session -> session.createSelectionQuery("select e.id from Event e where e.id > :last", Long.class)
                        .setParameter("last", last)
                        .list());
    }

    /** The page's condition. */
    private List<Long> since(Instant lastTime) {
        return high.fromSession(session -> {
            CriteriaBuilder builder = session.getCriteriaBuilder();
            CriteriaQuery<Event> query = builder.createQuery(Event.class);
            Root<Event> root = query.from(Event.class);
            TimeRanges<Event> times = Idgen.of(high).timeRanges(Event.class, "id");
            query.where(times.predicate(
                    root, builder, lastTime.minus(OVERLAP), clock.now().plus(OVERLAP)));
            return session.createSelectionQuery(query).list().stream()
                    .map(event -> event.id)
                    .toList();
        });
    }

    /** The page's lower bound for a plain comparison. */
    private List<Long> from(SnowflakeLayout layout, Instant lastTime) {
        return above(layout.slices(lastTime.minus(OVERLAP), clock.now()).get(0).first() - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "innodb"})
    void aboveTheLastIdARowIsLostThatCommitsLate(String name) {
        start(name);
        SnowflakeLayout layout = name.equals("innodb") ? SnowflakeLayout.INNODB : SnowflakeLayout.STANDARD;
        Session slow = low.openSession();
        slow.beginTransaction();
        long late = persist(slow);
        clock.advance(LONGEST_UNIT.dividedBy(2));
        long last = persist(high);

        Instant lastTime = clock.now();
        assertThat(above(0)).as("what a poller sees").containsExactly(last);
        slow.getTransaction().commit();
        slow.close();

        clock.advance(LONGEST_UNIT.dividedBy(2));
        assertThat(above(last)).as("the late row is lost").isEmpty();
        assertThat(late).isLessThan(last);
        assertThat(since(lastTime)).as("with an overlap").containsExactlyInAnyOrderElementsOf(written);
        assertThat(from(layout, lastTime)).as("from an id on").containsExactlyInAnyOrderElementsOf(written);
    }

    /** What the page says of programs that read ids as {@code double}. */
    @ParameterizedTest
    @CsvSource({
        "standard, 2026, true",
        "twitter, 2026, true",
        "innodb, 2026, true",
        "business-line, 2026, true",
        "short, 2041, false",
        "short, 2042, true",
        "javascript, 2093, false"
    })
    void idsExceedWhatADoubleHoldsFromThisYearOn(String name, int year, boolean exceed) {
        SnowflakeLayout layout = SnowflakeLayout.readyMade().stream()
                .filter(ready -> ready.name().equals(name))
                .findFirst()
                .orElseThrow();
        Instant newYear = Instant.parse(year + "-01-01T00:00:00Z");
        assertThat(layout.slices(newYear, newYear.plus(layout.tick())).get(0).first() > 1L << 53)
                .isEqualTo(exceed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "innodb"})
    void inTurnsARowIsLostThatCommitsAtOnce(String name) {
        start(name);
        long last = persist(high);
        assertThat(above(0)).containsExactly(last);
        Instant lastTime = clock.now();
        clock.advance(Duration.ofSeconds(20));

        long next = persist(low);

        boolean innodb = name.equals("innodb");
        assertThat(above(last)).isEqualTo(innodb ? List.of() : List.of(next));
        assertThat(since(lastTime)).contains(next);
        assertThat(from(innodb ? SnowflakeLayout.INNODB : SnowflakeLayout.STANDARD, lastTime))
                .contains(next);
    }
}
