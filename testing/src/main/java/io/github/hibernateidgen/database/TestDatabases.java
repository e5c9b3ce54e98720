package io.github.hibernateidgen.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The databases of one test run: each is reached at most once and shared by all tests. Safe for use by several threads,
 * one of which at a time starts a server.
 */
final class TestDatabases {

    static final TestDatabases THIS_JVM = new TestDatabases(Settings.ofThisJvm(), DockerEngine::answers);

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(THIS_JVM::endForGood, "test-databases-end"));
    }

    private static final String REQUIRED = "IDGEN_IT_REQUIRED";

    private final Settings settings;
    private final BooleanSupplier dockerAnswers;
    private final Map<TestDatabase, Outcome> outcomes = new EnumMap<>(TestDatabase.class);
    private final Deque<Server> servers = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean ended;

    TestDatabases(Settings settings, BooleanSupplier dockerAnswers) {
        this.settings = settings;
        this.dockerAnswers = dockerAnswers;
    }

    RunningDatabase orSkip(TestDatabase database) {
        lock.lock();
        try {
            return outcomes.computeIfAbsent(database, this::reach).orSkip();
        } finally {
            lock.unlock();
        }
    }

    private Outcome reach(TestDatabase database) {
        Set<TestDatabase> required = required();
        long start = System.nanoTime();
        try {
            if (ended) {
                throw new UnavailableException("this JVM is about to end");
            }
            ServerChoice choice = ServerChoice.among(database.sources(settings, dockerAnswers));
            servers.push(choice.server());
            return new Outcome.Tested(
                    RunningDatabase.of(database, choice.server(), choice.source()),
                    Duration.ofNanos(System.nanoTime() - start));
        } catch (UnavailableException e) {
            return required.contains(database)
                    ? new Outcome.Failed(database, e)
                    : new Outcome.Skipped(database, e.getMessage());
        } catch (SQLException e) {
            return new Outcome.Failed(database, e);
        }
    }

    /** The databases for which the user wants a failure where a test would be skipped. */
    private Set<TestDatabase> required() {
        return settings.get(REQUIRED).stream()
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(name -> TestDatabase.named(name.strip()))
                .collect(Collectors.toSet());
    }

    /** One line for each database; empty if no test asked for one. */
    String summary() {
        lock.lock();
        try {
            if (outcomes.isEmpty()) {
                return "";
            }
            return Arrays.stream(TestDatabase.values())
                    .map(database -> "  %-11s %s"
                            .formatted(
                                    database,
                                    Optional.ofNullable(outcomes.get(database))
                                            .map(Outcome::summary)
                                            .orElse("not asked for")))
                    .collect(Collectors.joining(
                            System.lineSeparator(), "Databases" + System.lineSeparator(), System.lineSeparator()));
        } finally {
            lock.unlock();
        }
    }

    /** Ends the servers; a test that asks after this gets a new one. */
    void end() {
        lock.lock();
        try {
            endServers();
        } finally {
            lock.unlock();
        }
    }

    private void endServers() {
        while (!servers.isEmpty()) {
            servers.pop().end().run();
        }
        outcomes.clear();
    }

    /*
     * The JVM is told to end, perhaps while a test thread starts a server: threads go on during a shutdown, so that start
     * is waited for, but not for as long as an image may take to download. No other follows it.
     */
    private void endForGood() {
        ended = true;
        try {
            if (lock.tryLock(20, TimeUnit.SECONDS)) {
                endServers();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
