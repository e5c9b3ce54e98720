package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose connections read from a replica, which is no longer fed: it shows what the master has replaced. */
@Timeout(60)
class RedisReplicaReadsIT {

    private final RedisClient client = RedisClient.create();
    private TestRedis master;
    private TestRedis replica;
    private RedisCommands<String, String> onReplica;
    private StatefulRedisMasterReplicaConnection<String, String> routed;

    @BeforeEach
    void start() throws Exception {
        // Otherwise Redis 7 waits 5 s for more replicas before it feeds the first one.
        master = TestRedis.startOrSkip("--repl-diskless-sync-delay", "0");
        replica = TestRedis.startOrSkip();
        onReplica = commands(replica);
        RedisURI fed = RedisURI.create(master.uri());
        onReplica.replicaof(fed.getHost(), fed.getPort());
        for (int tries = 0; !onReplica.info("replication").contains("master_link_status:up"); tries++) {
            assertThat(tries).as("tries until the replica is fed").isLessThan(1000);
            Thread.sleep(10);
        }
        routed = MasterReplica.connect(client, StringCodec.UTF8, List.of(fed, RedisURI.create(replica.uri())));
        routed.setReadFrom(ReadFrom.REPLICA);
    }

    private RedisCommands<String, String> commands(TestRedis server) {
        StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(server.uri()));
        return connection.sync();
    }

    @AfterEach
    void stop() {
        client.shutdown();
        for (TestRedis server : new TestRedis[] {master, replica}) {
            if (server != null) {
                server.close();
            }
        }
    }

    /** A client of a user who has changed which connection it makes. */
    private final class RoutedClient extends RedisClient {

        @Override
        public StatefulRedisConnection<String, String> connect() {
            return routed;
        }
    }

    /** The replica keeps what it has, and is read, but gets no more writes. */
    private void cutOff() throws InterruptedException {
        // On the connection of the writes: WAIT waits only for the writes of its own connection.
        routed.sync().waitForReplication(1, 10_000);
        onReplica.replicaof("127.0.0.1", 1);
    }

    @Test
    void reservationsAreReadFromTheServerThatTakesTheWrites() throws Exception {
        ReservationStore store = new RedisReservationStore(new RoutedClient());
        StoredSlot first = new StoredSlot(4, "first", 1_000);
        StoredSlot second = new StoredSlot(4, "second", 2_000);
        assertThat(store.compareAndSet("default", null, first)).isTrue();
        cutOff();
        assertThat(store.compareAndSet("default", first, second)).isTrue();

        assertThat(routed.sync().hgetall("idgen:worker:default"))
                .as("the replica's row")
                .containsEntry("4", first.text());
        assertThat(store.read("default", 0, 64).slots()).containsExactly(second);
    }

    @Test
    void segmentsComeFromTheServerThatTakesTheWrites() throws Exception {
        SegmentSource source = new RedisSegmentStore(new RoutedClient())
                .source(new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, Duration.ofSeconds(10)));
        long first = source.fetch().first();
        cutOff();

        assertThat(source.fetch().first()).isEqualTo(first + 50);
        assertThat(source.fetch().first()).isEqualTo(first + 100);
    }
}
