package io.github.hibernateidgen.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.processes.Address;
import io.github.hibernateidgen.worker.processes.ChildProcess;
import io.github.hibernateidgen.worker.processes.IdProcess;
import io.github.hibernateidgen.worker.processes.IssuedIds;
import io.github.hibernateidgen.worker.processes.Resumption;
import io.github.hibernateidgen.worker.processes.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Processes that make ids while the members of their etcd cluster are killed and frozen, one at a time, and at last all of
 * them: after each fault ids are made under all numbers again, and no id comes twice. There is a number less than there are
 * processes, so that one waits for a number which another could not renew. {@link EtcdMultiProcessIT} kills and freezes the
 * processes instead.
 */
@Timeout(1200)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the members")
class EtcdFailureIT {

    private static final int MEMBERS = 3;
    private static final int PROCESSES = 4;
    private static final int WORKERS = 3;

    /** jetcd pauses between two attempts to connect, for more than half as long as an outage has lasted. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<ChildProcess> processes = new ArrayList<>();
    private final Random random = TestSeed.random();
    private Duration longest = Duration.ZERO;

    @Test
    void noIdIsIssuedTwiceWhileMembersFail() throws Exception {
        fail(1, Duration.ofSeconds(3));
    }

    @LongTest
    @Test
    void noIdIsIssuedTwiceWhileMembersFailOftenAndTheClusterForLong() throws Exception {
        fail(20, Duration.ofSeconds(15));
    }

    private void fail(int rounds, Duration outage) throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "processes", "etcd-failure-" + rounds));
        FileUtils.cleanDirectory(folder.toFile());
        try (TestEtcd etcd = TestEtcd.startOrSkip(MEMBERS)) {
            Task task = Task.of(EtcdProcessClient.class, Address.of(etcd.endpoints()), WORKERS);
            try {
                for (int i = 0; i < PROCESSES; i++) {
                    processes.add(ChildProcess.start(task, folder, "process-" + i, 0));
                }
                awaitIds();
                for (int round = 0; round < rounds; round++) {
                    killOne(etcd);
                    freezeOne(etcd);
                }
                killAll(etcd, outage);
            } finally {
                for (ChildProcess process : processes) {
                    process.close();
                }
            }
        }
        IssuedIds ids = IssuedIds.read(folder, Task::workerOf);
        System.out.println(
                "etcd of " + MEMBERS + " members: " + rounds + " killed, " + rounds + " frozen, then all down for "
                        + outage.toSeconds() + " s; ids again after " + longest.toMillis() + " ms at most; " + ids);
        assertThat(ids.count()).isPositive();
        assertThat(ids.holds()).isGreaterThanOrEqualTo(WORKERS);
        assertThat(ids.duplicates()).as(ids.example()).isZero();
        // The files are left for a look where there was something to be found in them.
        FileUtils.deleteDirectory(folder.toFile());
    }

    private void killOne(TestEtcd etcd) throws Exception {
        int member = random.nextInt(MEMBERS);
        etcd.kill(member);
        Thread.sleep(random.nextLong(2 * IdProcess.WINDOW.toMillis()));
        etcd.startAgain(member);
        etcd.awaitReady();
        awaitIds();
    }

    private void freezeOne(TestEtcd etcd) throws Exception {
        int member = random.nextInt(MEMBERS);
        etcd.freeze(member);
        Thread.sleep(random.nextLong(2 * IdProcess.WINDOW.toMillis()));
        etcd.thaw(member);
        awaitIds();
    }

    /** All reservations end meanwhile: what is written after that stands still. */
    private void killAll(TestEtcd etcd, Duration outage) throws Exception {
        for (int member = 0; member < MEMBERS; member++) {
            etcd.kill(member);
        }
        Thread.sleep(outage.minusMillis(500).toMillis());
        List<Long> written = written();
        Thread.sleep(500);
        assertThat(written()).as("what was written while etcd was down").isEqualTo(written);
        for (int member = 0; member < MEMBERS; member++) {
            etcd.startAgain(member);
        }
        etcd.awaitReady();
        awaitIds();
    }

    private List<Long> written() {
        return processes.stream().map(ChildProcess::written).toList();
    }

    /** Waits until as many processes as there are numbers have made ids after this call. */
    private void awaitIds() throws InterruptedException {
        long begin = System.nanoTime();
        List<Resumption> awaited = processes.stream()
                .map(process -> Resumption.after(process::isReady, process))
                .toList();
        while (awaited.stream().filter(Resumption::isDone).count() < WORKERS) {
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as(awaited::toString)
                    .isLessThan(LIMIT);
            Thread.sleep(5);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        longest = took.compareTo(longest) > 0 ? took : longest;
    }
}
