package io.github.hibernateidgen.worker.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.TestRedis;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A replica that lags is promoted, and the primary is killed: one process has reserved the only number on the one, another
 * reserves it on the other, and both go on. 10 times each, with {@code -Plong-tests} 150 times.
 */
class RedisFailoverIT {

    private static final int FAILOVERS = LongTest.RUN ? 150 : 10;

    /** What the replica has not received: everything since it was cut off, which is less than this, or does not count. */
    private static final Duration LOSS = Duration.ofMillis(900);

    private static final SnowflakeLayout ONE_WORKER = SnowflakeLayout.named("one-worker")
            .tick(Duration.ofMillis(10))
            .time(40)
            .sequence(4)
            .build();

    private RedisClient client;
    private Node primary;
    private Node replica;

    /** A server and a connection to it, which gives up soon. */
    private record Node(TestRedis server, StatefulRedisConnection<String, String> connection) {

        RedisCommands<String, String> commands() {
            return connection.sync();
        }
    }

    @BeforeEach
    void start() throws Exception {
        client = RedisClient.create();
        primary = node();
    }

    @AfterEach
    void end() {
        if (primary != null) {
            client.shutdown();
            primary.server.close();
        }
        if (replica != null) {
            replica.server.close();
        }
    }

    private Node node() throws Exception {
        TestRedis server = TestRedis.startOrSkip();
        StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(server.uri()));
        connection.setTimeout(Duration.ofMillis(500)); // Not for the login, which a busy machine may hold up.
        return new Node(server, connection);
    }

    @Test
    @Timeout(900)
    void makesIdsTwiceWhereNothingIsSettled() throws Exception {
        assertThat(duplicates(Duration.ZERO)).isPositive();
    }

    @Test
    @Timeout(900)
    void makesNoIdTwiceWhereTheLossIsSettled() throws Exception {
        assertThat(duplicates(LOSS)).isZero();
    }

    private long duplicates(Duration settle) throws Exception {
        long duplicates = 0;
        long ids = 0;
        int lost = 0;
        for (int round = 0; round < FAILOVERS; round++) {
            String namespace = "round-" + round;
            replicate();
            Ids before = new Ids(namespace, settle);
            Ids after = new Ids(namespace, settle);
            long cut = System.nanoTime();
            replica.commands().replicaofNoOne();
            before.start();
            Thread.sleep(LOSS.toMillis() / 3);
            boolean reserved =
                    !primary.commands().hgetall("idgen:worker:" + namespace).isEmpty();
            failOver();
            boolean inTime = System.nanoTime() - cut < LOSS.toNanos();
            after.start();
            Thread.sleep(2 * LOSS.toMillis());
            Set<Long> all = new HashSet<>(before.end());
            Set<Long> later = after.end();
            if (reserved && inTime) {
                lost++;
                ids += all.size() + later.size();
                duplicates += later.stream().filter(id -> !all.add(id)).count();
            }
        }
        System.out.println(duplicates + " of " + ids + " ids came twice in " + lost + " failovers of Redis that lost a"
                + " reservation, with [" + settle.toMillis() + " ms] settled");
        assertThat(lost).isGreaterThan(FAILOVERS / 2);
        assertThat(ids).isGreaterThan(lost * 100L);
        return duplicates;
    }

    private void replicate() throws Exception {
        replica = node();
        URI address = URI.create(primary.server.uri());
        replica.commands().replicaof(address.getHost(), address.getPort());
        for (int tries = 0; !replica.commands().info("replication").contains("master_link_status:up"); tries++) {
            assertThat(tries).isLessThan(500);
            Thread.sleep(20);
        }
    }

    /** Kills the primary. From here on nobody reaches it. */
    private void failOver() {
        Node dead = primary;
        primary = replica;
        replica = null;
        dead.server.close();
        dead.connection.closeAsync();
    }

    /** The ids of a process, until it ends. */
    private final class Ids {

        private final ReservedWorkerSource source;
        private final SnowflakeGenerator generator;
        private final Set<Long> made = ConcurrentHashMap.newKeySet();
        private final Thread thread = new Thread(this::make);
        private volatile boolean ending;

        Ids(String namespace, Duration settle) {
            ReservationTerms terms = ReservationTerms.DEFAULT
                    .withNamespace(namespace)
                    .withWindow(LOSS.multipliedBy(3))
                    .withTimeout(Duration.ofMillis(100))
                    .withSettle(settle);
            source = new ReservedWorkerSource(
                    new RedisReservationStore(() -> primary.commands(), "idgen:worker:"), terms);
            generator = new SnowflakeGenerator(ONE_WORKER, source);
        }

        void start() {
            thread.start();
        }

        private void make() {
            while (!ending) {
                try {
                    made.add(generator.nextId());
                } catch (IllegalStateException notNow) {
                    Thread.onSpinWait();
                }
            }
        }

        Set<Long> end() throws InterruptedException {
            ending = true;
            thread.join();
            source.close();
            return made;
        }
    }
}
