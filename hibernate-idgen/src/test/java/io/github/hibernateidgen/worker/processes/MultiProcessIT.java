package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Worker numbers reserved by processes of their own on real servers, with all their ids compared. What is random is
 * drawn from {@link TestSeed}, but processes do not repeat themselves as a simulation does.
 *
 * <p>A process is held to make ids again within a window, and an {@link FaultyRun#ALLOWANCE} for a slow machine,
 * without the time for which it was ready to run and others had the processors: when it has been frozen, from the
 * moment at which it goes on; when it follows one that was killed or shut down, from the moment at which it has
 * reached its store, so that the start of a JVM does not count. That holds as long as a number is free, also for a
 * slow clock, to which the number of a process that has ended may look reserved for the window and twice the skew, 6
 * s. Of 12 numbers the other processes hold 5, and in 6 s there are 2 rounds at most, each of which ends 3 processes.
 */
@LongTest
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the processes")
class MultiProcessIT {

    private static final int ROUNDS = 10;
    private static final int WORKERS = 12;
    private static final long MIN_IDS = 10_200_000;

    private final Path root = Path.of("target", "processes");

    @ParameterizedTest
    @EnumSource
    void noIdIsIssuedTwiceAndEachProcessGoesOn(Store store) throws Exception {
        long begin = System.nanoTime();
        Path folder = folder(store);
        try (Store.Server server = store.start()) {
            Task task = new Task(store, server.address(), WORKERS, false);
            try (FaultyRun run = new FaultyRun(task, folder, TestSeed.random())) {
                run.start();
                for (int round = 0; round < ROUNDS; round++) {
                    run.round();
                }
                run.awaitIds(MIN_IDS, Duration.ofMinutes(1));
                run.end();
                IssuedIds ids = IssuedIds.read(folder, Task::workerOf);
                System.out.println(store + ": " + run + "; " + (ids.holds() - run.started())
                        + " times a process lost its number and took another; " + ids + "; in "
                        + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
                assertThat(run.kills()).isGreaterThanOrEqualTo(20);
                assertThat(run.freezes()).isGreaterThanOrEqualTo(10);
                // Each within a window, but for what a busy machine may delay beside the waits for a processor.
                assertThat(run.late()).as(run::toString).isLessThanOrEqualTo(run.resumptions() / 20);
                assertThat(ids.count()).isGreaterThanOrEqualTo(MIN_IDS);
                // Of 36 processes each has made ids, so numbers were used again.
                assertThat(ids.workers()).isLessThanOrEqualTo(WORKERS);
                assertThat(ids.holds()).isGreaterThanOrEqualTo(run.started());
                assertThat(ids.duplicates()).as(ids.example()).isZero();
            }
        }
        // The files are left for a look where there was something to be found in them.
        FileUtils.deleteDirectory(folder.toFile());
    }

    /**
     * Two numbers for three processes: when one is frozen, another gets its number. Awake again, it must not go on; and
     * the comparison of the ids must find out if it does.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFrozenProcessDoesNotGoOnWithItsNumberUnlessItTakesItForALease(boolean lease) throws Exception {
        Path folder = folder(Store.ZOOKEEPER);
        try (Store.Server server = Store.ZOOKEEPER.start()) {
            Task task = new Task(Store.ZOOKEEPER, server.address(), 2, lease);
            IssuedIds ids = freezeOneOfThree(task, folder);
            System.out.println((lease ? "With a lease: " : "With a reservation: ") + ids);
            assertThat(ids.workers()).isEqualTo(2);
            assertThat(ids.holds()).isEqualTo(3);
            if (lease) {
                assertThat(ids.duplicates()).isPositive();
                assertThat(ids.example()).contains("first.ids", "third.ids");
            } else {
                assertThat(ids.duplicates()).as(ids.example()).isZero();
            }
        }
        FileUtils.deleteDirectory(folder.toFile());
    }

    private static IssuedIds freezeOneOfThree(Task task, Path folder) throws Exception {
        try (ChildProcess first = ChildProcess.start(task, folder, "first", 0);
                ChildProcess second = ChildProcess.start(task, folder, "second", 0)) {
            awaitIds(first);
            awaitIds(second);
            first.freeze();
            try (ChildProcess third = ChildProcess.start(task, folder, "third", 0)) {
                awaitIds(third);
                first.thaw();
                // Time to do wrong. A renewal that finds the number lost takes a few milliseconds.
                Thread.sleep(500);
                assertThat(third.isAlive()).isTrue();
            }
        }
        return IssuedIds.read(folder, Task::workerOf);
    }

    private static void awaitIds(ChildProcess process) throws InterruptedException {
        Resumption first = Resumption.ofStart(process);
        while (!first.isDone()) {
            assertThat(first.isWithin(IdProcess.WINDOW.plus(FaultyRun.ALLOWANCE)))
                    .as(first::toString)
                    .isTrue();
            Thread.sleep(5);
        }
    }

    private Path folder(Store store) throws IOException {
        Files.createDirectories(root);
        return Files.createTempDirectory(root, store.name().toLowerCase(Locale.ROOT) + "-");
    }
}
