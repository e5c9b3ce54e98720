package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.redis.RedisReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Driver;
import java.time.Duration;
import java.util.Properties;

/**
 * A process that makes ids of the only worker number of a namespace. Its argument is the URL of a PostgreSQL, a MariaDB, an H2
 * or a Redis. A line
 * {@code NAMESPACE SETTLE FILE}, with milliseconds in the middle, lets it claim and write ids, as longs, to the file; an
 * empty line lets it stop. It answers each line with one when it has done so, and ends with its input.
 */
final class FailoverProcess {

    /** Until then a process that has claimed has no reason to ask the store again. */
    static final Duration RENEWAL = Duration.ofSeconds(3);

    static final String PREFIX = "idgen:worker:";

    private static final int BATCH = 16;

    private static final SnowflakeLayout ONE_WORKER = SnowflakeLayout.named("one-worker")
            .tick(Duration.ofMillis(10))
            .time(40)
            .sequence(Integer.numberOfTrailingZeros(BATCH))
            .build();

    private final ReservedWorkerSource source;
    private final SnowflakeGenerator generator;
    private final FileChannel file;
    private final Thread thread = new Thread(this::make);
    private volatile boolean ended;

    private FailoverProcess(ReservationStore store, String namespace, Duration settle, Path ids) throws IOException {
        ReservationTerms terms = ReservationTerms.DEFAULT
                .withNamespace(namespace)
                .withWindow(RENEWAL.multipliedBy(3))
                .withTimeout(Duration.ofMillis(100))
                .withSettle(settle);
        source = new ReservedWorkerSource(store, terms);
        generator = new SnowflakeGenerator(ONE_WORKER, source);
        file = FileChannel.open(ids, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        thread.start();
    }

    /** Connects for as long as the process lives. */
    private static ReservationStore connect(String url) {
        if (url.startsWith("redis:")) {
            StatefulRedisConnection<String, String> connection =
                    RedisClient.create(url).connect();
            connection.setTimeout(Duration.ofMillis(500)); // Not for the login, which a busy machine may hold up.
            return new RedisReservationStore(connection.sync(), PREFIX);
        }
        // Not by DriverManager, which loads the drivers of all databases first.
        Driver driver = url.startsWith("jdbc:mariadb:")
                ? new org.mariadb.jdbc.Driver()
                : url.startsWith("jdbc:h2:") ? new org.h2.Driver() : new org.postgresql.Driver();
        return new JdbcReservationStore(
                () -> driver.connect(url, new Properties()), new JdbcTable(null, null, "idgen_worker", false));
    }

    public static void main(String[] arguments) throws Exception {
        ReservationStore store = connect(arguments[0]);
        store.read("default");
        System.out.println("ready");
        FailoverProcess running = null;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (running != null) {
                running.end();
                running = null;
            }
            if (!line.isEmpty()) {
                String[] words = line.split(" ", 3);
                Duration settle = Duration.ofMillis(Long.parseLong(words[1]));
                running = new FailoverProcess(store, words[0], settle, Path.of(words[2]));
            }
            System.out.println("done");
        }
        System.exit(0);
    }

    private void make() {
        ByteBuffer bytes = ByteBuffer.allocate(BATCH * Long.BYTES);
        while (!ended) {
            try {
                bytes.clear().asLongBuffer().put(generator.nextIds(BATCH));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            } catch (IllegalStateException notNow) {
                Thread.onSpinWait(); // It has waited for its number.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void end() throws Exception {
        ended = true;
        thread.join();
        source.close();
        file.close();
    }
}
