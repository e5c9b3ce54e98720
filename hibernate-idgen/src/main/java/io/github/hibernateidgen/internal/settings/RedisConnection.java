package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.text.Addresses;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis that is opened when it is first used. Once open, Lettuce reconnects it.
 *
 * <p>Thread-safe.
 */
final class RedisConnection {

    record Opened(RedisClusterCommands<String, String> commands, Runnable close) {}

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Supplier<Opened> open;
    private final Runnable end;
    private final AtomicReference<@Nullable Opened> opened = new AtomicReference<>();
    private volatile boolean closed;

    RedisConnection(Supplier<Opened> open, Runnable end) {
        this.open = open;
        this.end = end;
    }

    static RedisConnection to(RedisServer server, @Nullable Duration timeout) {
        Object client = server.client();
        if (client == null) {
            RedisClient made = RedisClient.create(uri(server, timeout));
            return new RedisConnection(() -> open(server, made.connect(), timeout), made::shutdown);
        }
        if (client instanceof RedisClient given) {
            return new RedisConnection(() -> open(server, given.connect(), timeout), () -> {});
        }
        if (client instanceof RedisClusterClient given) {
            return new RedisConnection(() -> open(server, given.connect(), timeout), () -> {});
        }
        RedisClusterCommands<String, String> commands = commands(server, client);
        return new RedisConnection(() -> new Opened(commands, () -> {}), () -> {});
    }

    /** Returns the commands. The first call opens the connection; of two at the same time, one closes its own again. */
    RedisClusterCommands<String, String> commands() {
        Opened known = opened.get();
        if (known != null) {
            return known.commands();
        }
        Opened made = open.get();
        boolean isFirst = opened.compareAndSet(null, made);
        if (!isFirst || closed) {
            made.close().run();
        }
        return isFirst ? made.commands() : commands();
    }

    /** Closes what was opened or made here, but nothing that belongs to the user. */
    void close() {
        closed = true;
        Opened known = opened.get();
        if (known != null) {
            closeQuietly(known.close());
        }
        closeQuietly(end);
    }

    /** A client may refuse to close, as on an interrupted thread; all else of the session factory must end nevertheless. */
    private static void closeQuietly(Runnable close) {
        try {
            close.run();
        } catch (RuntimeException e) {
            LOG.debugf(e, "A client of Redis could not be closed");
        }
    }

    private static Opened open(RedisServer server, StatefulConnection<?, ?> connection, @Nullable Duration timeout) {
        if (timeout != null) {
            connection.setTimeout(timeout);
        }
        return new Opened(commands(server, connection), connection::close);
    }

    @SuppressWarnings("unchecked") // A codec does not reveal its types; a wrong one fails at the first command.
    private static RedisClusterCommands<String, String> commands(RedisServer server, Object given) {
        if (given instanceof StatefulRedisConnection<?, ?> connection) {
            return (RedisClusterCommands<String, String>) connection.sync();
        }
        if (given instanceof StatefulRedisClusterConnection<?, ?> connection) {
            return (RedisClusterCommands<String, String>) connection.sync();
        }
        throw new IdgenConfigurationException(
                server.clientSetting(),
                given,
                "give a RedisClient or RedisClusterClient of Lettuce, or a connection of one of the two");
    }

    /** Reads the server's URI. The timeout, one minute by default, also limits connecting. */
    private static RedisURI uri(RedisServer server, @Nullable Duration timeout) {
        String text = String.valueOf(server.uri());
        if (!Addresses.isReadable(text)) {
            throw unreadable(server, text);
        }
        RedisURI uri;
        try {
            uri = RedisURI.create(text);
        } catch (IllegalArgumentException e) {
            throw unreadable(server, text); // The cause is left out, since its message has the whole text.
        }
        if (timeout != null) {
            uri.setTimeout(timeout);
        }
        return uri;
    }

    private static IdgenConfigurationException unreadable(RedisServer server, String text) {
        return new IdgenConfigurationException(
                server.uriSetting(),
                text,
                "is no URI of a Redis server; write redis://HOST:PORT, and an account before the host as USER:PASSWORD@,"
                        + " where each character is percent-encoded that is no letter, digit, '-', '.', '_' or '~'");
    }
}
