package io.github.hibernateidgen.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
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
 * A connection of the user's client, opened at its first use. Lettuce reconnects it. If the client is configured not to
 * reconnect, if the client was shut down, or after a close, the next use opens a new connection.
 *
 * <p>Thread-safe. No lock is held while Lettuce is called.
 */
final class RedisConnection implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen");

    /** Less than the longest time limit of a call to a store, so that most calls end before their threads are abandoned. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Supplier<? extends AbstractRedisClient> client;
    private final AtomicReference<@Nullable StatefulConnection<String, String>> opened = new AtomicReference<>();
    private final AtomicInteger closes = new AtomicInteger();

    RedisConnection(Supplier<? extends AbstractRedisClient> client) {
        this.client = client;
    }

    /**
     * Returns the commands of the connection. The first call opens the connection. If two threads open a connection at the
     * same time, the second thread closes its connection and uses the connection of the first thread.
     *
     * @throws RedisException if the server cannot be reached, or if this object was closed while the connection was opened
     */
    RedisClusterCommands<String, String> commands() {
        StatefulConnection<String, String> known = opened.get();
        if (known != null && (known.isOpen() || isReconnected(known))) {
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

    /**
     * Returns the commands of the connection that {@link #commands()} has opened before. A command that belongs to an earlier
     * command uses this method, so that it opens no connection after a close, which nobody would close.
     *
     * @throws RedisException if the connection was closed
     */
    RedisClusterCommands<String, String> openCommands() {
        StatefulConnection<String, String> known = opened.get();
        if (known == null) {
            throw new RedisException("the connection was closed");
        }
        return commands(known);
    }

    /** Returns whether Lettuce will reconnect a broken connection: not after the shutdown of its client, which closes it. */
    private static boolean isReconnected(StatefulConnection<String, String> broken) {
        return broken.getOptions().isAutoReconnect()
                && !(broken instanceof RedisChannelHandler<?, ?> handler && handler.isClosed());
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

    /**
     * Closes a connection. Only logs a failure, because the caller must continue. Closing fails on an interrupted thread,
     * for example.
     */
    private static void close(StatefulConnection<String, String> connection) {
        try {
            connection.close();
        } catch (RuntimeException e) {
            // The message may have the address of the server with the password.
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "A connection to Redis could not be closed: " + e.getClass().getName());
        }
    }

    /** Closes the connection. The client stays open. */
    @Override
    public void close() {
        closes.incrementAndGet();
        StatefulConnection<String, String> known = opened.getAndSet(null);
        if (known != null) {
            close(known);
        }
    }
}
