package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * An asynchronous standby that lags is promoted, and the primary is killed: one process has reserved the only number on the
 * one, another reserves it on the other, and both go on. The server that was killed is made anew, as the standby of the
 * next failover. 4 times with nothing settled and 6 times with the loss, with {@code -Plong-tests} 100 times each.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class PostgresFailoverIT {

    /** What the standby has not received: everything since it was cut off. A failover that takes longer does not count. */
    private static final Duration LOSS = Duration.ofMillis(900);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Path root = Path.of("target", "failovers");
    private long ids;
    private long duplicates;
    private int lost;
    private long longestMillis;

    @Test
    @Timeout(1800)
    void makesIdsTwiceWhereNothingIsSettled() throws Exception {
        run(Duration.ZERO, LongTest.RUN ? 100 : 4);
        assertThat(duplicates).isPositive();
    }

    @Test
    @Timeout(1800)
    void makesNoIdTwiceWhereTheLossIsSettled() throws Exception {
        run(LOSS, LongTest.RUN ? 100 : 6);
        assertThat(duplicates).isZero();
    }

    private void run(Duration settle, int failovers) throws Exception {
        Files.createDirectories(root);
        Path folder = Files.createTempDirectory(root, "postgresql-");
        long begin = System.nanoTime();
        try (TestStandby pair = TestStandby.startOrSkip(JdbcDatabase.POSTGRESQL.ddl());
                Writer before = new Writer(pair.url(), folder.resolve("before.log"));
                Writer after = new Writer(pair.url(), folder.resolve("after.log"))) {
            for (int round = 0; lost < failovers && round < 3 * failovers; round++) {
                failOver(pair, before, after, "round-" + round, settle, folder);
            }
        }
        System.out.println(duplicates + " of " + ids + " ids came twice in " + lost
                + " failovers of PostgreSQL that lost a reservation, with [" + settle.toMillis()
                + " ms] settled; ids again "
                + longestMillis + " ms after the promotion at the longest; in "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
        assertThat(lost).isEqualTo(failovers);
        assertThat(ids).isGreaterThan(lost * 30L);
        FileUtils.deleteDirectory(folder.toFile());
    }

    private void failOver(TestStandby pair, Writer before, Writer after, String namespace, Duration settle, Path all)
            throws Exception {
        Path folder = Files.createDirectory(all.resolve(namespace));
        String reservation = "select owner from idgen_worker where namespace = '" + namespace + "'";
        pair.replicate();
        long cut = pair.cutOff();
        before.claim(namespace, settle, folder);
        until(() -> pair.answer(reservation) != null, LIMIT);
        String owner = pair.answer(reservation);
        Thread.sleep(LOSS.toMillis() / 6);
        pair.killPrimary();
        boolean inTime = System.nanoTime() - cut < LOSS.toNanos();
        pair.promote();
        boolean isLost = owner != null && !owner.equals(pair.answer(reservation));
        long promoted = System.nanoTime();
        long written = before.written();
        after.claim(namespace, settle, folder);
        // Unless the other one has found its reservation lost, and was faster.
        boolean again = until(() -> after.written() > 0, FailoverProcess.RENEWAL);
        assertThat(again || before.written() > written).as("ids again, in time").isTrue();
        longestMillis = Math.max(longestMillis, (System.nanoTime() - promoted) / 1_000_000);
        Thread.sleep(100);
        before.stop();
        after.stop();
        if (inTime && isLost) {
            IssuedIds made = IssuedIds.read(folder, id -> 0);
            lost++;
            ids += made.count();
            duplicates += made.duplicates();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static boolean until(Condition condition, Duration limit) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds() && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        return condition.holds();
    }

    /** A {@link FailoverProcess}. */
    private static final class Writer implements AutoCloseable {

        private final Process process;
        private final BufferedReader answers;
        private File ids;

        Writer(String url, Path log) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            // Surefire's JVM has one jar on its class path, which names the others.
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            FailoverProcess.class.getName(),
                            url)
                    .redirectError(log.toFile())
                    .start();
            answers = process.inputReader();
            assertThat(answers.readLine()).isEqualTo("ready");
        }

        void claim(String namespace, Duration settle, Path folder) throws IOException {
            ids = folder.resolve(process.pid() + IssuedIds.SUFFIX).toFile();
            tell(namespace + " " + settle.toMillis() + " " + ids);
        }

        void stop() throws IOException {
            tell("");
        }

        long written() {
            return ids.length() / Long.BYTES;
        }

        private void tell(String line) throws IOException {
            process.outputWriter().append(line).append('\n').flush();
            assertThat(answers.readLine()).isEqualTo("done");
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
