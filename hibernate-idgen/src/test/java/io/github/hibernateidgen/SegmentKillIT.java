package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentIdIT.SegmentRow;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they take numbers of one sequence. */
@LongTest
class SegmentKillIT {

    private static final int KILLS = 20;
    private static final int AT_ONCE = 2;
    private static final int SIZE = 1_000;

    @TempDir
    Path folder;

    private RunningDatabase database;
    private int started;

    @Test
    void noNumberIsIssuedTwiceAndGapsAreBounded() throws Exception {
        database = TestDatabase.POSTGRESQL.orSkip();
        Hibernate schema = Hibernate.on(database.persistenceSettings(), SegmentRow.class);
        schema.with(AvailableSettings.HBM2DDL_AUTO, "create").start().close();
        Random random = TestSeed.random();
        List<Process> processes = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        try {
            while (started < KILLS + AT_ONCE) {
                while (processes.size() < AT_ONCE) {
                    files.add(folder.resolve(started + ".ids"));
                    processes.add(start(files.get(started++)));
                }
                int victim = random.nextInt(AT_ONCE);
                awaitIds(processes.get(victim), files.get(started - AT_ONCE + victim), 1_000 + random.nextInt(30_000));
                end(processes.get(victim));
                processes.remove(victim);
                // The file of the one that goes on stands last but one.
                if (victim == 1) {
                    java.util.Collections.swap(files, started - 2, started - 1);
                }
            }
            for (int i = 0; i < processes.size(); i++) {
                awaitIds(processes.get(i), files.get(started - processes.size() + i), 1_000);
            }
        } finally {
            for (Process process : processes) {
                end(process);
            }
            schema.with(AvailableSettings.HBM2DDL_AUTO, "create-drop").start().close();
        }
        assertIds(files);
    }

    private void assertIds(List<Path> files) throws IOException {
        List<long[]> all = new ArrayList<>();
        for (Path file : files) {
            long[] ids = ids(file);
            assertThat(ids).as(file.toString()).isSorted().isNotEmpty();
            all.add(ids);
        }
        long[] ids = all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        long missing = ids[ids.length - 1] - ids.length;
        // What each had buffered or asked for, and a batch that it had not written.
        long bound = started * ((SegmentLimits.DEFAULT.maxPrefetch() + 1L) * SIZE + SegmentProcess.BATCH);
        System.out.println(ids.length + " ids of " + started + " processes, " + missing + " numbers missing of ["
                + bound + "] at most; " + TestSeed.describe());
        assertThat(Arrays.stream(ids).distinct().count()).isEqualTo(ids.length);
        assertThat(missing).isBetween(0L, bound);
    }

    private Process start(Path file) throws IOException {
        return new ProcessBuilder(
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
                        database.password())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(file.getFileName() + ".log").toFile())
                .start();
    }

    private static void awaitIds(Process process, Path file, int count) throws Exception {
        long deadline = System.nanoTime() + 90_000_000_000L;
        while (!Files.exists(file) || Files.size(file) < (long) count * Long.BYTES) {
            assertThat(process.isAlive()).as(file + ".log").isTrue();
            assertThat(System.nanoTime()).as(file + ".log").isLessThan(deadline);
            Thread.sleep(5);
        }
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
