package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.SynchronousPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.io.FileUtils;

/**
 * A primary whose synchronous replica is cut off acknowledges nothing. A process that claims, or renews, waits for the
 * acknowledgement until an incident ends the wait; the server may then show the write. The primary is killed, the replica is
 * promoted without the write, and another process claims the only number there. Nothing is settled.
 *
 * @param <P> the servers
 */
abstract class SynchronousContract<P extends SynchronousPair> {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final int ROUNDS = 5;

    /** How long a client may need until it has given up, and has read its row. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Path root = Path.of("target", "failovers");
    private long ids;
    private long duplicates;

    /** What ends the wait for the replica. */
    interface Incident<P> {
        void strike(P pair) throws Exception;
    }

    enum Waits {
        CLAIM,
        RENEWAL
    }

    /** Starts the servers, or skips the test and says why. */
    abstract P start() throws Exception;

    /**
     * Runs five rounds of an incident, and expects no id twice.
     *
     * @param shows whether the primary shows the unacknowledged write after the incident
     */
    final void makesNoIdTwice(String name, Waits waits, boolean shows, Incident<P> incident) throws Exception {
        Files.createDirectories(root);
        Path folder = Files.createTempDirectory(root, getClass().getSimpleName());
        long begin = System.nanoTime();
        try (P pair = start()) {
            for (int round = 0; round < ROUNDS; round++) {
                failOver(pair, waits, shows, incident, Files.createDirectory(folder.resolve("round-" + round)));
            }
        }
        System.out.println(getClass().getSimpleName() + ", " + name + ": " + duplicates + " of " + ids
                + " ids came twice in " + ROUNDS + " rounds, in "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
        assertThat(ids).isGreaterThan(ROUNDS * 30L);
        assertThat(duplicates).isZero();
        FileUtils.deleteDirectory(folder.toFile());
    }

    private void failOver(P pair, Waits waits, boolean shows, Incident<P> incident, Path folder) throws Exception {
        String namespace = folder.getFileName().toString();
        String reservation = "select reserved_until from idgen_worker where namespace = '" + namespace + "'";
        pair.replicate();
        try (FailoverWriter before =
                new FailoverWriter(TableClient.class, pair.primaryUrl(), folder.resolve("before.log"))) {
            if (waits == Waits.RENEWAL) {
                before.claim(namespace, Duration.ZERO, folder);
                assertThat(FailoverWriter.until(() -> before.written() > 0, LIMIT))
                        .as("claimed")
                        .isTrue();
            }
            pair.cutOff();
            String acknowledged = pair.answer(reservation);
            if (waits == Waits.CLAIM) {
                before.claim(namespace, Duration.ZERO, folder);
            }
            assertThat(FailoverWriter.until(pair::isWaiting, LIMIT))
                    .as("waits for the replica")
                    .isTrue();
            long written = before.written();
            incident.strike(pair);
            if (waits == Waits.CLAIM) {
                FailoverWriter.until(() -> before.written() > written, PATIENCE);
            } else {
                Thread.sleep(PATIENCE.toMillis());
            }
            if (shows) {
                assertThat(pair.answer(reservation)).as("shown").isNotEqualTo(acknowledged);
            } else {
                assertThat(pair.answer(reservation)).as("shown").isEqualTo(acknowledged);
            }
            pair.killPrimary();
            pair.promote();
            assertThat(pair.answer(reservation)).as("promoted").isEqualTo(acknowledged);
            try (FailoverWriter after =
                    new FailoverWriter(TableClient.class, pair.primaryUrl(), folder.resolve("after.log"))) {
                after.claim(namespace, Duration.ZERO, folder);
                assertThat(FailoverWriter.until(() -> after.written() > 0, LIMIT))
                        .as("ids again")
                        .isTrue();
                Thread.sleep(300);
                before.stop();
                after.stop();
            }
        }
        IssuedIds made = IssuedIds.read(folder, id -> 0);
        ids += made.count();
        duplicates += made.duplicates();
    }
}
