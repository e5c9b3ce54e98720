package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on a cluster, of one server. */
class RedisClusterIT extends ReservationStoreContract {

    private static final int SLOTS = 16_384;

    private static TestRedis server;
    private static RedisClusterClient client;
    private static RedisReservationStore store;

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOfAClusterOrSkip();
        try (RedisClient node = RedisClient.create(server.uri());
                var connection = node.connect()) {
            connection.sync().clusterAddSlots(IntStream.range(0, SLOTS).toArray());
            for (int tries = 0; !connection.sync().clusterInfo().contains("cluster_state:ok"); tries++) {
                assertThat(tries).as("tries until the cluster is ready").isLessThan(1000);
                Thread.sleep(10);
            }
        }
        client = RedisClusterClient.create(server.uri());
        store = new RedisReservationStore(client);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @Override
    protected ReservationStore store() {
        return store;
    }

    /** Redis runs one command after the other, and shows no write that it has not answered. */
    @Override
    protected boolean hasDurableReads() {
        return true;
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    @Test
    void hasSegments() {
        try (RedisSegmentStore segments = new RedisSegmentStore(client)) {
            SegmentSource source = segments.source(
                    new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, Duration.ofSeconds(10)));
            assertThat(source.fetch()).isEqualTo(new Segment(1, 50));
            assertThat(source.fetch()).isEqualTo(new Segment(51, 100));
        }
    }
}
