package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An open transaction holds a lock on a table of segment numbers for 30 s, with {@code -Plong-tests} for five minutes, while
 * threads ask for ids all the time. The sessions that wait on the server are counted each second. Afterwards, ids come again.
 */
@Timeout(900)
class SegmentLockedTableIT {

    private static final Duration LOCKED = Duration.ofSeconds(LongTest.RUN ? 300 : 30);
    private static final int THREADS = 8;

    @Entity(name = "LockedRow")
    static class LockedRow {
        @Id
        @SegmentId(size = 1, table = true)
        Long id;
    }

    private final AtomicInteger ids = new AtomicInteger();
    private volatile boolean ended;

    @Test
    void aLockedTableHoldsFewSessionsAndNoneForGood() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(database.user());
        config.setPassword(database.password());
        try (HikariDataSource pool = new HikariDataSource(config);
                SessionFactory factory = Hibernate.on(
                                Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool), LockedRow.class)
                        .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                        .with(IdgenSettings.SEGMENT_TIMEOUT, "2s")
                        .start()) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> ask(factory));
                thread.start();
                threads.add(thread);
            }
            awaitIds();
            int most = 0;
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("lock table LockedRow_SEQ in share mode");
                long end = System.nanoTime() + LOCKED.toNanos();
                while (System.nanoTime() < end) {
                    Thread.sleep(1_000);
                    most = Math.max(most, waiting(statement));
                    assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                            .isLessThanOrEqualTo(2);
                }
                other.rollback();
            }
            assertThat(most).isBetween(1, 2);
            awaitIds();
            ended = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static int waiting(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "select count(*) from pg_locks where not granted and relation = 'lockedrow_seq'::regclass")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Waits up to two minutes. */
    private void awaitIds() throws InterruptedException {
        int before = ids.get();
        long began = System.nanoTime();
        while (ids.get() < before + 200) {
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(2));
            Thread.sleep(50);
        }
    }

    private void ask(SessionFactory factory) {
        try (StatelessSession session = factory.openStatelessSession()) {
            while (!ended) {
                try {
                    Hibernate.nextIds(factory, session, LockedRow.class, 1);
                    ids.incrementAndGet();
                } catch (IdentifierGenerationException e) {
                    Thread.onSpinWait(); // The table is locked.
                }
            }
        }
    }
}
