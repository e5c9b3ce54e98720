package io.github.hibernateidgen.worker.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is opened when it is first needed, and anew after that has failed, so that an application starts
 * and stops whether or not the server answers. Once open, Lettuce reconnects it.
 *
 * <p>Thread-safe. The client belongs to the caller.
 */
public final class RedisConnection implements Supplier<RedisClusterCommands<String, String>>, AutoCloseable {

    private record Opened(RedisClusterCommands<String, String> commands, Runnable close) {}

    private final Supplier<Opened> open;
    private @Nullable Opened opened;

    private RedisConnection(Supplier<Opened> open) {
        this.open = open;
    }

    /**
     * Returns a connection to one server.
     *
     * @param client the client
     * @return the connection, not open yet
     */
    public static RedisConnection of(RedisClient client) {
        return new RedisConnection(() -> {
            StatefulRedisConnection<String, String> connection = client.connect();
            return new Opened(connection.sync(), connection::close);
        });
    }

    /**
     * Returns a connection to a cluster.
     *
     * @param client the client
     * @return the connection, not open yet
     */
    public static RedisConnection of(RedisClusterClient client) {
        return new RedisConnection(() -> {
            StatefulRedisClusterConnection<String, String> connection = client.connect();
            return new Opened(connection.sync(), connection::close);
        });
    }

    /**
     * Returns the commands, on an open connection.
     *
     * @return the commands
     * @throws io.lettuce.core.RedisException if the server does not answer
     */
    @Override
    public synchronized RedisClusterCommands<String, String> get() {
        Opened current = opened;
        if (current == null) {
            current = open.get();
            opened = current;
        }
        return current.commands;
    }

    /** Closes the connection, if it is open. */
    @Override
    public synchronized void close() {
        if (opened != null) {
            opened.close.run();
            opened = null;
        }
    }
}
