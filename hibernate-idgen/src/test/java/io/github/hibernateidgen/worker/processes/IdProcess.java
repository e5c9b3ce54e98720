package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * A process that makes ids as fast as its clock allows, until its standard input ends: when the test closes it, or has
 * died. Arguments: the file for the ids, which it creates when it is ready, how far its clock is off in milliseconds, and a {@link Task}.
 *
 * <p>The ids are written as longs, high byte first. Each batch is handed to the operating system in one write before
 * the next is taken, so a process that is killed takes one batch with it at most.
 */
final class IdProcess {

    static final Duration WINDOW = Duration.ofSeconds(2);

    private static final ReservationTerms TERMS = ReservationTerms.DEFAULT
            .withNamespace("processes")
            .withWindow(WINDOW)
            .withTimeout(Duration.ofMillis(WINDOW.toMillis() / 2));

    private final SnowflakeGenerator generator;
    private final FileChannel file;
    private volatile boolean ended;

    private IdProcess(SnowflakeGenerator generator, FileChannel file) {
        this.generator = generator;
        this.file = file;
    }

    public static void main(String[] arguments) throws Exception {
        InstantSource clock =
                InstantSource.offset(InstantSource.system(), Duration.ofMillis(Long.parseLong(arguments[1])));
        Task task = Task.parse(List.of(arguments).subList(2, arguments.length), System.getenv());
        ReservationStore store = task.store().connect(task.server());
        // The store's classes are loaded and its server has answered before the test's watch starts.
        store.read(TERMS.namespace());
        try (FileChannel file = FileChannel.open(
                        Path.of(arguments[0]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                ReservedWorkerSource source = new ReservedWorkerSource(store, TERMS, clock)) {
            source.attach(new WorkerLimit(task.workers()));
            WorkerSource worker = task.lease() ? new Lease(source) : source;
            SnowflakeGenerator generator =
                    new SnowflakeGenerator(task.layout(), worker, SnowflakeLimits.DEFAULT, clock);
            new IdProcess(generator, file).run();
        }
        // The clients of ZooKeeper and etcd have threads that would go on.
        System.exit(0);
    }

    private void run() throws IOException, InterruptedException {
        Thread watch = new Thread(this::awaitEndOfInput, "end-of-input");
        watch.setDaemon(true);
        watch.start();
        ByteBuffer bytes = ByteBuffer.allocate(Task.BATCH * Long.BYTES);
        while (!ended) {
            try {
                bytes.clear().asLongBuffer().put(generator.nextIds(Task.BATCH));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            } catch (IllegalStateException e) {
                System.err.println("refused: " + e.getMessage());
                Thread.sleep(20);
            }
        }
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException e) {
            System.err.println("input failed: " + e);
        }
        ended = true;
    }
}
