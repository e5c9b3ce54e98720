package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Ids;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tables of the library that an open transaction locks on PostgreSQL: how many sessions wait for the lock, and what follows. */
class LockedTableIT {

    private static final int APPLICATIONS = 5;
    private static final Duration LOCKED = Duration.ofSeconds(LongTest.NIGHT ? 300 : LongTest.RUN ? 80 : 6);

    /** The end of the time in which ids come again, after the lock. */
    private static final Duration UNTIL_IDS = Duration.ofMinutes(2);

    /** How long ids are taken after the first one. */
    private static final Duration LATER = Duration.ofSeconds(LongTest.NIGHT ? 600 : LongTest.RUN ? 30 : 2);

    private static final int MOST_SESSIONS = 2;

    @Entity(name = "LockedTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "LockedNumber")
    static class Numbered {
        @Id
        @SegmentId(table = true, sequence = "locked_numbers")
        Long id;
    }

    /** The last application restarts during the lock. */
    @LongTest
    @Test
    void lockedWorkerNumbersKeepFewSessionsWaiting() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        LoadedApplication.createSchema(database, Ticket.class);
        List<LoadedApplication> applications = new ArrayList<>();
        ExecutorService starts = Executors.newSingleThreadExecutor();
        try (ServerSessions sessions = new ServerSessions(database)) {
            for (int i = 0; i < APPLICATIONS; i++) {
                applications.add(LoadedApplication.start(database, "locked" + i, Ticket.class));
                applications.get(i).nextId(Ticket.class);
            }
            int[] mostWaiting = new int[APPLICATIONS + 1];
            int[] most = new int[APPLICATIONS + 1];
            Collection<String> restarts = new CopyOnWriteArrayList<>();
            try (Connection locker = lock(database, "lock table idgen_worker in share mode")) {
                long start = System.nanoTime();
                boolean isRestarted = false;
                while (since(start).compareTo(LOCKED) < 0) {
                    if (!isRestarted && since(start).compareTo(LOCKED.dividedBy(2)) > 0) {
                        // The others go on meanwhile. The start may fail as long as the table is locked.
                        starts.execute(() -> restart(database, applications, restarts));
                        isRestarted = true;
                    }
                    for (int i = 0; i <= APPLICATIONS; i++) {
                        mostWaiting[i] = Math.max(mostWaiting[i], sessions.waitingForLock("locked" + i));
                        most[i] = Math.max(most[i], sessions.of("locked" + i));
                    }
                    Thread.sleep(1_000);
                }
                locker.rollback();
            }
            System.out.println("idgen_worker locked for " + LOCKED.toSeconds() + " s: sessions of each application "
                    + Arrays.toString(most) + ", waiting for the lock " + Arrays.toString(mostWaiting) + "; restart "
                    + restarts);
            starts.shutdown();
            assertThat(starts.awaitTermination(2, TimeUnit.MINUTES))
                    .as("the start of an application during the lock ends")
                    .isTrue();
            for (int i = 0; i < APPLICATIONS; i++) {
                LoadedApplication application = application(applications, i);
                Ids.comeAndStay(() -> application.nextId(Ticket.class), UNTIL_IDS, i == 0 ? LATER : Duration.ZERO);
            }
            assertThat(mostWaiting).as("sessions that wait for the lock").satisfies(LockedTableIT::areFew);
        } finally {
            starts.shutdownNow();
            applications.forEach(LoadedApplication::close);
            LoadedApplication.dropSchema(database, Ticket.class);
        }
    }

    private static void areFew(int[] sessions) {
        assertThat(Arrays.stream(sessions).max().orElseThrow()).isLessThanOrEqualTo(MOST_SESSIONS);
    }

    private static LoadedApplication application(List<LoadedApplication> applications, int index) {
        synchronized (applications) {
            return applications.get(index);
        }
    }

    /** Ends the last application, and starts it again, under the next name, until a start succeeds. */
    private static void restart(
            RunningDatabase database, List<LoadedApplication> applications, Collection<String> said) {
        int last = APPLICATIONS - 1;
        application(applications, last).close();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                LoadedApplication again = LoadedApplication.start(database, "locked" + APPLICATIONS, Ticket.class);
                synchronized (applications) {
                    applications.set(last, again);
                }
                said.add("done");
                return;
            } catch (RuntimeException e) {
                said.add("failed: " + e.getMessage());
            }
        }
    }

    @Test
    void lockedSegmentNumbersTakeFewConnections() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        LoadedApplication.createSchema(database, Numbered.class);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (LoadedApplication application = LoadedApplication.start(database, "numbers", Numbered.class);
                ServerSessions sessions = new ServerSessions(database)) {
            application.nextId(Numbered.class);
            AtomicLong reads = new AtomicLong();
            AtomicLong longestRead = new AtomicLong();
            Collection<String> failedReads = new CopyOnWriteArrayList<>();
            int mostWaiting = 0;
            try (Connection locker = lock(database, "lock table locked_numbers in exclusive mode")) {
                for (int i = 0; i < 4; i++) {
                    threads.execute(() -> whileRunning(() -> application.nextId(Numbered.class), e -> {}));
                    threads.execute(() -> whileRunning(
                            () -> {
                                long before = System.nanoTime();
                                application.read();
                                reads.incrementAndGet();
                                longestRead.accumulateAndGet(since(before).toMillis(), Math::max);
                            },
                            e -> failedReads.add(String.valueOf(e.getMessage()))));
                }
                for (long start = System.nanoTime(); since(start).compareTo(LOCKED) < 0; ) {
                    mostWaiting = Math.max(mostWaiting, sessions.waitingForLock("numbers"));
                    Thread.sleep(200);
                }
                locker.rollback();
            } finally {
                threads.shutdownNow();
            }
            System.out.println("locked_numbers locked for " + LOCKED.toSeconds() + " s: at most " + mostWaiting
                    + " sessions waited for the lock; " + reads + " reads, longest " + longestRead + " ms, "
                    + failedReads.size() + " failed");
            Ids.comeAndStay(() -> application.nextId(Numbered.class), UNTIL_IDS, LATER);
            assertThat(failedReads).as("readers that have no use for the table").isEmpty();
            assertThat(mostWaiting).as("sessions that wait for the lock").isBetween(1, MOST_SESSIONS);
        } finally {
            threads.shutdownNow();
            LoadedApplication.dropSchema(database, Numbered.class);
        }
    }

    private interface Failed {
        void with(RuntimeException e);
    }

    private static void whileRunning(Runnable work, Failed failed) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                work.run();
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    failed.with(e);
                }
            }
        }
    }

    private static Connection lock(RunningDatabase database, String sql) throws SQLException {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }
}
