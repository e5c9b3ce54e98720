package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/**
 * An application whose sessions on the server are killed, one after the other: those of the pool, and those beside it. Ids
 * continue, and no session is left over: beside the pool's ten there are two that are kept, and one that is made while one of
 * them is closed. For an hour at night.
 */
@LongTest
class KilledSessionsIT {

    private static final Duration LENGTH = LongTest.NIGHT ? Duration.ofHours(1) : Duration.ofSeconds(80);
    private static final int THREADS = 20;
    private static final int MOST = LoadedApplication.CONNECTIONS + 2;
    private static final int MOMENTARY = 2;
    private static final String NAME = "killed-sessions";

    @Entity(name = "KilledTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "KilledNumber")
    static class Number {
        @Id
        @SegmentId(table = true, size = 20)
        Long id;
    }

    private final AtomicInteger rows = new AtomicInteger();
    private final AtomicInteger withoutId = new AtomicInteger();
    private final AtomicInteger otherFailures = new AtomicInteger();

    @Test
    void sessionsStayAndIdsGoOn() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Class<?>[] entities = {Ticket.class, Number.class};
        LoadedApplication.createSchema(database, entities);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        LoadedApplication application = LoadedApplication.start(database, NAME, entities);
        int kills = 0;
        int most = 0;
        int secondsAbove = 0;
        try (ServerSessions sessions = new ServerSessions(database);
                Connection killer = database.connect()) {
            for (int thread = 0; thread < THREADS; thread++) {
                Class<?> entity = entities[thread % 2];
                threads.execute(() -> insert(application, entity));
            }
            long end = System.nanoTime() + LENGTH.toNanos();
            for (int second = 0; System.nanoTime() < end; second++) {
                TimeUnit.SECONDS.sleep(1);
                int now = sessions.of(NAME);
                most = Math.max(most, now);
                secondsAbove += now > MOST ? 1 : 0;
                if (second % 5 == 4) {
                    kills += killOne(killer);
                }
            }
            System.out.println(
                    "%d rows, %d kills, %d requests without an id, %d that failed in other ways; at most %d sessions, in %d seconds more than %d"
                            .formatted(
                                    rows.get(), kills, withoutId.get(), otherFailures.get(), most, secondsAbove, MOST));
            threads.shutdownNow();
            assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            application.close();
            for (int tries = 0; sessions.of(NAME) > 0; tries++) {
                assertThat(tries)
                        .as("tenths of a second until no session is left")
                        .isLessThan(50);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        } finally {
            threads.shutdownNow();
            application.close();
            LoadedApplication.dropSchema(database, entities);
        }
        assertThat(kills).isPositive();
        assertThat(withoutId).hasValue(0);
        assertThat(most).isLessThanOrEqualTo(MOST + MOMENTARY);
    }

    private void insert(LoadedApplication application, Class<?> entity) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                application.insert(entity, Duration.ofMillis(20));
                rows.incrementAndGet();
            } catch (IdentifierGenerationException e) {
                withoutId.incrementAndGet();
            } catch (RuntimeException e) {
                otherFailures.incrementAndGet();
            }
        }
    }

    /** Kills the session that has been idle for longest, which is one beside the pool where the pool is busy, or any other. */
    private int killOne(Connection killer) throws Exception {
        for (String which : List.of("state_change", "random()")) {
            try (PreparedStatement kill = killer.prepareStatement(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? order by "
                            + which + " limit 1")) {
                kill.setString(1, NAME);
                kill.execute();
            }
        }
        return 2;
    }
}
