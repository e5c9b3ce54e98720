package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.REDIS_CLIENT;
import static io.github.hibernateidgen.config.IdgenSettings.REDIS_URI;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The Redis server to use, and the settings that name it. Lettuce must be on the class path only if Redis is used: only
 * {@link RedisConnection} and the classes that use one refer to it.
 *
 * @param uri the server, or null
 * @param client a client that belongs to the user, or null
 */
record RedisServer(
        String uriSetting,
        String clientSetting,
        @Nullable String uri,
        @Nullable Object client) {

    /**
     * Reads the server of worker numbers and segments.
     *
     * @throws IdgenConfigurationException if one is named that nothing can use: anyone who names it means to use it
     */
    static RedisServer shared(SettingsReader reader) {
        RedisServer server = read(reader, REDIS_URI, REDIS_CLIENT);
        if (server.isNamed() && !reader.has(WORKER_SOURCE) && !reader.has(SEGMENT_SOURCE)) {
            String given = server.uri == null ? REDIS_CLIENT : REDIS_URI;
            throw new IdgenConfigurationException(
                    given,
                    reader.get(given, ""),
                    "goes with " + WORKER_SOURCE + "=redis or " + SEGMENT_SOURCE
                            + "=redis, and neither is set; set one of them, or " + SEGMENT_SOURCE
                            + "=database where only some attributes say REDIS, or remove this");
        }
        return server;
    }

    static RedisServer read(SettingsReader reader, String uriSetting, String clientSetting) {
        return new RedisServer(uriSetting, clientSetting, reader.text(uriSetting), reader.get(clientSetting));
    }

    /** Whether a setting names this server. */
    boolean isNamed() {
        return uri != null || client != null;
    }

    /**
     * Makes a connection, which is opened when it is first used.
     *
     * @param subject the setting or the attribute that asks for Redis
     * @param timeout how long a command on this connection may take; null keeps the client's own limit
     */
    RedisConnection connect(String subject, @Nullable Duration timeout) {
        if ((uri == null) == (client == null)) {
            throw new IdgenConfigurationException(
                    subject, "redis", "set one of " + uriSetting + " and " + clientSetting);
        }
        try {
            return RedisConnection.to(this, timeout);
        } catch (NoClassDefFoundError e) {
            throw new IdgenConfigurationException(
                    subject,
                    "redis",
                    "class " + e.getMessage() + " is missing; add io.lettuce:lettuce-core and what it needs",
                    e);
        }
    }
}
