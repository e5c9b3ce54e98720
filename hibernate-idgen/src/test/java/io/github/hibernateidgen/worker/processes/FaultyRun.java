package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Processes that make ids while some of them are killed, frozen and shut down. A process that ends is followed by one
 * whose clock is off by something else, up to {@link #SKEW_MILLIS} either way.
 */
final class FaultyRun implements AutoCloseable {

    static final int PROCESSES = 6;
    static final int SKEW_MILLIS = 2_000;

    /** What a process may take to make ids again, beyond a window: for two cores that seven JVMs share. */
    static final Duration ALLOWANCE = Duration.ofSeconds(3);

    /** Within which processes are started and have reached their store. */
    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private static final Duration LIMIT = IdProcess.WINDOW.plus(ALLOWANCE);

    private final Task task;
    private final Path folder;
    private final Random random;
    private final ChildProcess[] processes = new ChildProcess[PROCESSES];
    private final List<ChildProcess> started = new ArrayList<>();
    private final List<Resumption> awaited = new ArrayList<>();
    private final List<Duration> took = new ArrayList<>();
    private final List<Duration> tookByThemselves = new ArrayList<>();
    private int kills;
    private int freezes;
    private int shutdowns;

    FaultyRun(Task task, Path folder, Random random) {
        this.task = task;
        this.folder = folder;
        this.random = random;
    }

    /** All at once. */
    void start() throws IOException, InterruptedException {
        for (int place = 0; place < PROCESSES; place++) {
            start(place);
        }
        awaitResumptions();
    }

    /**
     * Freezes two processes; when others may have their numbers, kills two and shuts one down, at random times; and lets
     * the frozen go on when those that follow the others make ids.
     */
    void round() throws IOException, InterruptedException {
        List<Integer> places =
                new ArrayList<>(IntStream.range(0, PROCESSES).boxed().toList());
        Collections.shuffle(places, random);
        List<ChildProcess> frozen = List.of(processes[places.get(0)], processes[places.get(1)]);
        for (ChildProcess process : frozen) {
            process.freeze();
            freezes++;
        }
        pause(IdProcess.WINDOW.toMillis() / 2);
        List<Long> written = frozen.stream().map(ChildProcess::written).toList();
        pause(IdProcess.WINDOW.toMillis() / 2 + 100);

        pause(random.nextInt(300));
        kill(places.get(2));
        pause(random.nextInt(300));
        shutDown(places.get(3));
        pause(random.nextInt(300));
        kill(places.get(4));
        awaitResumptions();

        assertThat(frozen.stream().map(ChildProcess::written).toList())
                .as("how much frozen processes have written")
                .isEqualTo(written);
        for (ChildProcess process : frozen) {
            process.thaw();
            awaited.add(Resumption.after(() -> !process.isFrozen(), process));
        }
        awaitResumptions();

        // Those who were left in peace may have lost their number to a faster clock.
        Arrays.stream(processes).forEach(process -> awaited.add(Resumption.after(() -> true, process)));
        awaitResumptions();
    }

    void awaitIds(long count, Duration limit) throws InterruptedException {
        until(() -> written() >= count, limit, () -> "ids made: " + written() + " of " + count);
    }

    /** Shuts all down. */
    void end() throws IOException, InterruptedException {
        for (ChildProcess process : processes) {
            process.end();
        }
        for (ChildProcess process : processes) {
            awaitEnd(process);
        }
    }

    @Override
    public void close() throws IOException {
        for (ChildProcess process : started) {
            process.close();
        }
    }

    /** How many processes there were in all. */
    int started() {
        return started.size();
    }

    int kills() {
        return kills;
    }

    int freezes() {
        return freezes;
    }

    /**
     * How many of the times in which a process made ids again were longer than the window, without what it waited for a
     * processor: on a busy machine that is the most of it, and says nothing of the protocol.
     */
    long late() {
        return late(tookByThemselves);
    }

    private static long late(List<Duration> times) {
        return times.stream()
                .filter(each -> each.compareTo(IdProcess.WINDOW) > 0)
                .count();
    }

    int resumptions() {
        return took.size();
    }

    @Override
    public String toString() {
        return PROCESSES + " processes at a time, " + kills + " kills, " + freezes + " freezes, " + shutdowns
                + " shutdowns, " + started.size() + " processes in all; ids again after "
                + Collections.max(took).toMillis() + " ms at the longest, "
                + late(took) + " of " + resumptions()
                + " times after more than the window of " + IdProcess.WINDOW.toMillis() + " ms, and " + late()
                + " without the waits for a processor";
    }

    private void start(int place) throws IOException {
        ChildProcess process = ChildProcess.start(
                task, folder, place + "-" + started.size(), random.nextInt(2 * SKEW_MILLIS + 1) - SKEW_MILLIS);
        started.add(process);
        processes[place] = process;
        awaited.add(Resumption.ofStart(process));
    }

    private void kill(int place) throws IOException, InterruptedException {
        ChildProcess process = processes[place];
        process.kill();
        until(() -> !process.isAlive(), LIMIT, () -> "not killed: " + process);
        kills++;
        start(place);
    }

    private void shutDown(int place) throws IOException, InterruptedException {
        ChildProcess process = processes[place];
        process.end();
        awaitEnd(process);
        shutdowns++;
        start(place);
    }

    private void awaitEnd(ChildProcess process) throws InterruptedException {
        until(() -> !process.isAlive(), LIMIT, () -> "not ended: " + process);
        assertThat(process.exitCode()).as(process::toString).isZero();
    }

    private void pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        until(() -> System.nanoTime() - end >= 0, LIMIT, () -> "");
    }

    private void awaitResumptions() throws InterruptedException {
        until(awaited::isEmpty, START_LIMIT, awaited::toString);
    }

    /** Waits, and looks at all resumptions meanwhile. */
    private void until(BooleanSupplier condition, Duration limit, Supplier<String> problem)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            for (Iterator<Resumption> each = awaited.iterator(); each.hasNext(); ) {
                Resumption resumption = each.next();
                boolean done = resumption.isDone();
                assertThat(resumption.isWithin(LIMIT)).as(resumption::toString).isTrue();
                if (done) {
                    took.add(resumption.took());
                    tookByThemselves.add(resumption.tookByItself());
                    each.remove();
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(problem).isLessThan(limit);
            Thread.sleep(5);
        }
    }

    private long written() {
        return started.stream().mapToLong(ChildProcess::written).sum();
    }
}
