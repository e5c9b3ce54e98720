package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis is used, and the settings that say so. Lettuce need not be on the class path unless it is: only
 * {@link RedisConnection} and what is made on one name its classes.
 *
 * @param uriSetting the setting that names a server
 * @param clientSetting the setting that has a client
 * @param uri the server, or null
 * @param client a client of the user, or null
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
     * @param subject what asks for Redis: a setting, or an attribute
     * @param timeout how long a command may take on a connection of ours; null for the client's own limit
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
