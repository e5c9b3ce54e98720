package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/migrating/between-layouts.md has for the layout innodb, on the databases that it is for. */
class TurnsMoveIT {

    private RunningDatabase running;
    private Connection connection;

    /** How far the clock of the processes is ahead of the machine's, for turns to pass. */
    private Duration ahead = Duration.ZERO;

    @Entity(name = "Post")
    @Table(name = "turn_posts")
    static class Post {
        @Id
        @SnowflakeId
        Long id;
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void rowsOfBothLayoutsStandInOneOrder(TestDatabase database) throws Exception {
        Guide guide = Guide.page("between-layouts");
        String nextTurn = guide.sql().get(0).get(0);
        Map<String, Object> innodb = guide.settings().get(0);
        Map<String, Object> standard = Map.of(IdgenSettings.SNOWFLAKE_LAYOUT, "standard");
        running = database.orSkip();
        try (Connection opened = running.connect()) {
            connection = opened;
            execute("create table turn_posts (id bigint primary key)");
            assertThat(new JdbcReservationStore(ConnectionSource.of(running::connect), JdbcTable.DEFAULT).createTable())
                    .isTrue();
            List<Long> ids = new ArrayList<>(persist(standard));
            move(nextTurn, innodb);
            Instant begin = Instant.now();
            List<Long> ours = persist(innodb);
            ids.addAll(ours);
            move(nextTurn, standard);
            ids.addAll(persist(standard));
            assertThat(numbers("select id from turn_posts order by id"))
                    .doesNotHaveDuplicates()
                    .isEqualTo(ids);
            assertThat(ours)
                    .allSatisfy(id -> assertThat(SnowflakeLayout.INNODB.instant(id))
                            .isBetween(begin.minusSeconds(1), Instant.now().plusSeconds(90)));
        } finally {
            try (Connection again = running.connect()) {
                connection = again;
                execute("drop table if exists turn_posts");
                execute("drop table if exists idgen_worker");
            }
        }
    }

    /** A process that starts before the turn is over waits for a number, and is refused one if it is impatient. */
    private void move(String nextTurn, Map<String, Object> settings) throws SQLException {
        long last = numbers("select max(id) from turn_posts").get(0);
        execute(nextTurn.strip());
        assertThat(numbers("select count(*) from idgen_worker")).containsExactly(1024L);
        List<Long> floors = numbers("select distinct reserved_until from idgen_worker");
        assertThat(floors).hasSize(1);
        Instant border = Instant.ofEpochMilli(floors.get(0));
        SnowflakeLayout innodb = SnowflakeLayout.INNODB;
        assertThat(innodb.ranges(border, border.plus(innodb.turn())))
                .hasSize(1)
                .allSatisfy(
                        turn -> assertThat(turn.first()).isGreaterThan(last).isLessThanOrEqualTo(last + (2L << 38)));
        Duration left = Duration.between(Instant.now().plus(ahead), border);
        if (left.toMillis() > 3_000) {
            Map<String, Object> impatient = new HashMap<>(settings);
            impatient.put(IdgenSettings.WORKER_WINDOW, "1s");
            impatient.put(IdgenSettings.WORKER_TIMEOUT, "1s");
            assertThatThrownBy(() -> persist(impatient))
                    .hasStackTraceContaining("the next number is free at [" + border + "]");
        }
        ahead = ahead.plus(left.isNegative() ? Duration.ZERO : left.plusMillis(1));
    }

    private List<Long> persist(Map<String, Object> settings) {
        Hibernate hibernate = Hibernate.on(running.persistenceSettings(), Post.class)
                .with(IdgenSettings.CLOCK, Clock.offset(Clock.systemUTC(), ahead));
        settings.forEach(hibernate::with);
        try (SessionFactory factory = hibernate.start()) {
            List<Post> posts = new ArrayList<>();
            factory.inTransaction(session -> {
                for (int i = 0; i < 200; i++) {
                    Post post = new Post();
                    session.persist(post);
                    posts.add(post);
                }
            });
            return posts.stream().map(post -> post.id).toList();
        }
    }

    private List<Long> numbers(String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
