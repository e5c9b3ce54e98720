package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The Redis server to use, and the settings that name it. Lettuce must be on the class path only if Redis is used: only
 * {@link RedisConnection} and the classes that use one refer to it.
 *
 * @param uriSetting the setting that names a server
 * @param clientSetting the setting that holds a client
 * @param uri the server, or null
 * @param client a client that belongs to the user, or null
 */
record RedisServer(
        String uriSetting,
        String clientSetting,
        @Nullable String uri,
        @Nullable Object client) {

    static RedisServer read(SettingsReader reader, String uriSetting, String clientSetting) {
        return new RedisServer(
                uriSetting,
                clientSetting,
                reader.text(uriSetting),
                reader.has(clientSetting) ? reader.object(clientSetting, Object.class) : null);
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
