package io.github.hibernateidgen.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a user's client, which is opened when it is first used. Lettuce reconnects it; if the client is told not to,
 * the next use opens another, as after a close.
 *
 * <p>Thread-safe. No lock is held while Lettuce is called.
 */
final class RedisConnection implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen");

    /** Less than a call of a store may take, so that its thread is not given up. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Supplier<? extends AbstractRedisClient> client;
    private final AtomicReference<@Nullable StatefulConnection<String, String>> opened = new AtomicReference<>();
    private final AtomicInteger closes = new AtomicInteger();

    RedisConnection(Supplier<? extends AbstractRedisClient> client) {
        this.client = client;
    }

    /**
     * Returns the commands. The first call opens the connection; of two at the same time, one closes its own again.
     *
     * @throws RedisException if the server can't be reached, or if this was closed meanwhile
     */
    RedisClusterCommands<String, String> commands() {
        StatefulConnection<String, String> known = opened.get();
        if (known != null && (known.isOpen() || known.getOptions().isAutoReconnect())) {
            return commands(known);
        }
        if (known != null && opened.compareAndSet(known, null)) {
            close(known);
        }
        int before = closes.get();
        StatefulConnection<String, String> made = open(client.get());
        if (!opened.compareAndSet(null, made)) {
            close(made);
            return commands();
        }
        if (closes.get() != before && opened.compareAndSet(made, null)) {
            close(made);
            throw new RedisException("the connection was closed while it was opened");
        }
        return commands(made);
    }

    private static RedisClusterCommands<String, String> commands(StatefulConnection<String, String> connection) {
        return connection instanceof StatefulRedisClusterConnection<String, String> cluster
                ? cluster.sync()
                : ((StatefulRedisConnection<String, String>) connection).sync();
    }

    private static StatefulConnection<String, String> open(AbstractRedisClient client) {
        StatefulConnection<String, String> made =
                client instanceof RedisClusterClient cluster ? cluster.connect() : ((RedisClient) client).connect();
        made.setTimeout(LIMIT);
        return made;
    }

    /** A connection may refuse to close, as on an interrupted thread; all else must end nevertheless. */
    private static void close(StatefulConnection<String, String> connection) {
        try {
            connection.close();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection to Redis could not be closed", e);
        }
    }

    /** Closes the connection, and leaves the client open. */
    @Override
    public void close() {
        closes.incrementAndGet();
        StatefulConnection<String, String> known = opened.getAndSet(null);
        if (known != null) {
            close(known);
        }
    }
}
