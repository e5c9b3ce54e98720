package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.testing.LongTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An asynchronous replica that lags is promoted, and the primary is killed: one process has reserved the only number on the
 * one, another reserves it on the other, and both go on. The next failover is to a new replica. Twice with nothing settled
 * and 3 times with the loss, with {@code -Plong-tests} 100 times each.
 */
abstract class FailoverContract {

    /** What the replica has not received: everything since it was cut off. A failover that takes longer does not count. */
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
        run(Duration.ZERO, LongTest.RUN ? many() : 2);
        assertThat(duplicates).isPositive();
    }

    @Test
    @Timeout(1800)
    void makesNoIdTwiceWhereTheLossIsSettled() throws Exception {
        run(LOSS, LongTest.RUN ? many() : 3);
        assertThat(duplicates).isZero();
    }

    /** How many failovers a long test makes. */
    int many() {
        return 100;
    }

    /** Starts the servers, or skips the test and says why. */
    abstract TestPair start() throws Exception;

    /** The query for who has reserved the number of a namespace. */
    abstract String reservationOf(String namespace);

    private void run(Duration settle, int failovers) throws Exception {
        Files.createDirectories(root);
        Path folder = Files.createTempDirectory(root, getClass().getSimpleName());
        long begin = System.nanoTime();
        try (TestPair pair = start();
                FailoverWriter before = new FailoverWriter(pair.url(), folder.resolve("before.log"));
                FailoverWriter after = new FailoverWriter(pair.url(), folder.resolve("after.log"))) {
            for (int round = 0; lost < failovers && round < 3 * failovers; round++) {
                failOver(pair, before, after, "round-" + round, settle, folder);
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + duplicates + " of " + ids + " ids came twice in " + lost
                + " failovers that lost a reservation, with [" + settle.toMillis()
                + " ms] settled; ids again "
                + longestMillis + " ms after the promotion at the longest; in "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
        assertThat(lost).isEqualTo(failovers);
        assertThat(ids).isGreaterThan(lost * 30L);
        FileUtils.deleteDirectory(folder.toFile());
    }

    private void failOver(
            TestPair pair, FailoverWriter before, FailoverWriter after, String namespace, Duration settle, Path all)
            throws Exception {
        Path folder = Files.createDirectory(all.resolve(namespace));
        pair.replicate();
        long cut = pair.cutOff();
        before.claim(namespace, settle, folder);
        FailoverWriter.until(() -> pair.answer(reservationOf(namespace)) != null, LIMIT);
        String reserved = pair.answer(reservationOf(namespace));
        Thread.sleep(LOSS.toMillis() / 6);
        pair.killPrimary();
        boolean inTime = System.nanoTime() - cut < LOSS.toNanos();
        pair.promote();
        boolean isLost = reserved != null && !reserved.equals(pair.answer(reservationOf(namespace)));
        long promoted = System.nanoTime();
        long written = before.written();
        after.claim(namespace, settle, folder);
        // Unless the other one has found its reservation lost, and was faster.
        boolean again = FailoverWriter.until(() -> after.written() > 0, FailoverProcess.RENEWAL);
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
}
