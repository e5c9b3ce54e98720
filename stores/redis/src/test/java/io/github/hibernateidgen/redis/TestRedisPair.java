package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.TestPair;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two Redis servers. Clients reach the primary by a port that stays the same, and leads to the replica once it is promoted;
 * the next replica is a new server.
 */
public final class TestRedisPair implements TestPair {

    private static final String HOST = "127.0.0.1";

    private final RedisClient client = RedisClient.create();
    private final TcpForwarder front;
    private Node primary;
    private @Nullable Node replica;
    private @Nullable TcpForwarder stream;

    private record Node(TestRedis server, StatefulRedisConnection<String, String> connection) implements AutoCloseable {

        RedisCommands<String, String> commands() {
            return connection.sync();
        }

        @Override
        public void close() {
            connection.closeAsync();
            server.close();
        }
    }

    private TestRedisPair() throws Exception {
        primary = start();
        front = new TcpForwarder(HOST, primary.server.port());
    }

    /** Starts a primary, or skips the test and says why. */
    public static TestRedisPair startOrSkip() throws Exception {
        return new TestRedisPair();
    }

    private Node start() throws Exception {
        // Otherwise Redis 7 waits 5 s for more replicas before it feeds the first one.
        TestRedis server = TestRedis.startOrSkip("--repl-diskless-sync-delay", "0");
        return new Node(server, client.connect(RedisURI.create(server.uri())));
    }

    @Override
    public String url() {
        return "redis://" + HOST + ":" + front.port();
    }

    /** What clients connect to. */
    TcpForwarder front() {
        return front;
    }

    /** Loses what the primary has written since {@link #cutOff()}. */
    void failOver() throws IOException {
        killPrimary();
        promote();
    }

    @Override
    public void replicate() throws Exception {
        stream = new TcpForwarder(HOST, primary.server.port());
        replica = start();
        replica.commands().replicaof(HOST, stream.port());
        for (int tries = 0; !replica.commands().info("replication").contains("master_link_status:up"); tries++) {
            assertThat(tries).as("tries until the replica is fed").isLessThan(1000);
            Thread.sleep(10);
        }
    }

    @Override
    public long cutOff() {
        long moment = System.nanoTime();
        primary.commands().set("cut-off", "" + moment);
        assertThat(primary.commands().waitForReplication(1, 10_000)).isOne();
        stream.fallSilent();
        return moment;
    }

    @Override
    public void killPrimary() {
        primary.close();
    }

    @Override
    public void promote() throws IOException {
        primary = replica;
        replica = null;
        primary.commands().replicaofNoOne();
        front.lead(HOST, primary.server.port());
        stream.close(); // Not sooner: it would pass on what it has kept back.
    }

    /** Takes the name of a hash. */
    @Override
    public @Nullable String answer(String query) {
        Map<String, String> fields = primary.commands().hgetall(query);
        return fields.isEmpty() ? null : fields.toString();
    }

    @Override
    public void close() throws IOException {
        front.close();
        primary.close();
        if (replica != null) {
            replica.close();
        }
        client.shutdown();
    }
}
