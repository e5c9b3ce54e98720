package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentIdIT.SegmentRow;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.database.TestRedis;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they take numbers of one sequence, or of one counter in Redis. */
@LongTest
class SegmentKillIT {

    private static final int KILLS = 20;
    private static final int AT_ONCE = 2;
    private static final int SIZE = 1_000;

    @TempDir
    Path folder;

    private final List<Started> all = new ArrayList<>();
    private final List<Started> running = new ArrayList<>();
    private final Random random = TestSeed.random();
    private RunningDatabase database;
    private Hibernate schema;

    private record Started(Process process, Path file, Path log) {}

    @BeforeEach
    void createTable() {
        database = TestDatabase.POSTGRESQL.orSkip();
        schema = Hibernate.on(database.persistenceSettings(), SegmentRow.class);
        schema.with(AvailableSettings.HBM2DDL_AUTO, "create").start().close();
    }

    @AfterEach
    void endAll() {
        if (database != null) {
            all.forEach(one -> end(one.process()));
            schema.with(AvailableSettings.HBM2DDL_AUTO, "create-drop").start().close();
        }
    }

    @Test
    void noNumberIsIssuedTwiceAndGapsAreBounded() throws Exception {
        kill(KILLS, List.of());
        running.forEach(one -> end(one.process()));
        List<long[]> ids = assertIds();
        long[] sorted = ids.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        assertGaps(sorted.length, sorted[sorted.length - 1]);
    }

    /** The table's primary key would refuse a number that is issued twice, and the process would end with that error. */
    @Test
    void aCounterInRedisIsRefusedOnceItIsLost() throws Exception {
        try (TestRedis redis = TestRedis.startOrSkip();
                RedisClient client = RedisClient.create(redis.uri());
                var connection = client.connect()) {
            List<String> uri = List.of(redis.uri());
            kill(KILLS / 2, uri);
            connection.sync().flushall();
            for (Started one : running) {
                assertThat(lastWords(one)).contains("is not the one that this process began with");
            }
            running.clear();
            Matcher command = Pattern.compile(
                            "is missing, but numbers up to .* run \\[HSET (\\S+) value (\\d+) token (\\S+)]")
                    .matcher(lastWords(start(uri)));
            assertThat(command.find()).isTrue();
            assertThat(connection.sync().keys("*")).isEmpty();
            running.clear();
            connection.sync().hset(command.group(1), Map.of("value", command.group(2), "token", command.group(3)));
            kill(KILLS / 2, uri);
        }
        running.forEach(one -> end(one.process()));
        assertIds();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*), max(id) from SegmentRow")) {
            assertThat(rows.next()).isTrue();
            assertGaps(rows.getLong(1), rows.getLong(2));
        }
    }

    /** Kills one of those that run, and starts another in its place, so many times. */
    private void kill(int times, List<String> redis) throws Exception {
        for (int i = 0; i < times; i++) {
            while (running.size() < AT_ONCE) {
                start(redis);
            }
            Started victim = running.remove(random.nextInt(AT_ONCE));
            awaitIds(victim, 1_000 + random.nextInt(30_000));
            end(victim.process());
        }
        while (running.size() < AT_ONCE) {
            start(redis);
        }
        for (Started one : running) {
            awaitIds(one, 1_000);
        }
    }

    /** What each process wrote: ascending, and none twice. */
    private List<long[]> assertIds() throws IOException {
        List<long[]> written = new ArrayList<>();
        for (Started one : all) {
            if (Files.exists(one.file())) {
                long[] ids = ids(one.file());
                assertThat(ids).as(one.file().toString()).isSorted();
                written.add(ids);
            }
            assertThat(Files.readString(one.log())).doesNotContain("duplicate key");
        }
        assertThat(written.stream().flatMapToLong(Arrays::stream).distinct().count())
                .isEqualTo(written.stream().mapToLong(ids -> ids.length).sum());
        return written;
    }

    private void assertGaps(long count, long highest) {
        long missing = highest - count;
        // What each had buffered or asked for, and a batch that it had not written.
        long bound = all.size() * ((SegmentLimits.DEFAULT.maxPrefetch() + 1L) * SIZE + SegmentProcess.BATCH);
        System.out.println(count + " ids of " + all.size() + " processes, " + missing + " numbers missing of [" + bound
                + "] at most; " + TestSeed.describe());
        assertThat(missing).isBetween(0L, bound);
    }

    private Started start(List<String> redis) throws IOException {
        Path file = folder.resolve(all.size() + ".ids");
        Path log = folder.resolve(all.size() + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                // Surefire's JVM has one jar on its class path, which names the others.
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SegmentProcess.class.getName(),
                file.toString(),
                database.jdbcUrl(),
                database.user(),
                database.password()));
        command.addAll(redis);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Started started = new Started(process, file, log);
        all.add(started);
        running.add(started);
        return started;
    }

    private static void awaitIds(Started one, int count) throws Exception {
        long deadline = System.nanoTime() + 90_000_000_000L;
        while (!Files.exists(one.file()) || Files.size(one.file()) < (long) count * Long.BYTES) {
            if (!one.process().isAlive()) {
                throw new AssertionError(Files.readString(one.log()));
            }
            assertThat(System.nanoTime()).as(one.toString()).isLessThan(deadline);
            Thread.sleep(5);
        }
    }

    /** Of a process that ends by itself. */
    private static String lastWords(Started one) throws Exception {
        assertThat(one.process().waitFor(90, TimeUnit.SECONDS))
                .as(one.toString())
                .isTrue();
        return Files.readString(one.log());
    }

    private static void end(Process process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    private static long[] ids(Path file) throws IOException {
        var longs = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        long[] ids = new long[longs.remaining()];
        longs.get(ids);
        return ids;
    }
}
