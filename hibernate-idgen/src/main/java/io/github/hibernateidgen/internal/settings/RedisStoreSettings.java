package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_REDIS_CLIENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_REDIS_PREFIX;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_REDIS_URI;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.worker.redis.RedisReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How Redis is reached. Lettuce need not be on the class path unless it is: only {@link Client} names its classes.
 *
 * @param uri the server, or null
 * @param client a client of the user, or null
 * @param prefix what the names of the hashes begin with
 */
record RedisStoreSettings(@Nullable String uri, @Nullable Object client, String prefix) {

    static RedisStoreSettings read(SettingsReader reader) {
        return new RedisStoreSettings(
                reader.text(WORKER_REDIS_URI),
                reader.has(WORKER_REDIS_CLIENT) ? reader.object(WORKER_REDIS_CLIENT, Object.class) : null,
                reader.text(WORKER_REDIS_PREFIX, "idgen:worker:"));
    }

    OwnedSource reserve(ReservationSettings reservation) {
        if ((uri == null) == (client == null)) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE, "redis", "set one of " + WORKER_REDIS_URI + " and " + WORKER_REDIS_CLIENT);
        }
        try {
            return Client.reserve(this, reservation);
        } catch (NoClassDefFoundError e) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    "redis",
                    "class " + e.getMessage() + " is missing; add io.lettuce:lettuce-core and what it needs",
                    e);
        }
    }

    private static final class Client {

        /** Once open, Lettuce reconnects it. */
        private record Opened(RedisClusterCommands<String, String> commands, Runnable close) {}

        static OwnedSource reserve(RedisStoreSettings settings, ReservationSettings reservation) {
            if (settings.client == null) {
                RedisClient made = RedisClient.create(uri(String.valueOf(settings.uri)));
                return reserve(settings, reservation, () -> open(made), made::shutdown);
            }
            if (settings.client instanceof RedisClient given) {
                return reserve(settings, reservation, () -> open(given), () -> {});
            }
            if (settings.client instanceof RedisClusterClient given) {
                return reserve(settings, reservation, () -> open(given), () -> {});
            }
            return reservation.in(new RedisReservationStore(commands(settings.client), settings.prefix), () -> {});
        }

        private static OwnedSource reserve(
                RedisStoreSettings settings, ReservationSettings reservation, Supplier<Opened> open, Runnable close) {
            Late<Opened> connection = new Late<>(open);
            return reservation.in(
                    new RedisReservationStore(() -> connection.get().commands(), settings.prefix), () -> {
                        connection.ifMade(opened -> opened.close().run());
                        close.run();
                    });
        }

        private static Opened open(RedisClient client) {
            StatefulRedisConnection<String, String> connection = client.connect();
            return new Opened(connection.sync(), connection::close);
        }

        private static Opened open(RedisClusterClient client) {
            StatefulRedisClusterConnection<String, String> connection = client.connect();
            return new Opened(connection.sync(), connection::close);
        }

        @SuppressWarnings(
                "unchecked") // A codec does not tell its types; one of other types fails at the first command.
        private static RedisClusterCommands<String, String> commands(Object given) {
            if (given instanceof StatefulRedisConnection<?, ?> connection) {
                return (RedisClusterCommands<String, String>) connection.sync();
            }
            if (given instanceof StatefulRedisClusterConnection<?, ?> connection) {
                return (RedisClusterCommands<String, String>) connection.sync();
            }
            throw new IdgenConfigurationException(
                    WORKER_REDIS_CLIENT,
                    given,
                    "give a RedisClient or RedisClusterClient of Lettuce, or a connection of one of the two");
        }

        private static RedisURI uri(String text) {
            try {
                return RedisURI.create(text);
            } catch (IllegalArgumentException e) {
                throw new IdgenConfigurationException(WORKER_REDIS_URI, text, String.valueOf(e.getMessage()), e);
            }
        }
    }
}
