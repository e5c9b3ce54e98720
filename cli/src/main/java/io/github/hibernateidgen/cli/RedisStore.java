package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/** Opens a store of reservations in Redis. Only this class uses Lettuce, which may be missing on the class path. */
final class RedisStore {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private RedisStore() {}

    /**
     * Opens a store with a client of its own, which connects at its first use.
     *
     * @param address a URI in Lettuce's form, optionally followed by {@code #} and the prefix of the names of the hashes
     */
    static OwnedStore open(String address) {
        int end = address.indexOf('#', address.lastIndexOf('@') + 1);
        RedisClient client = RedisClient.create(server(end < 0 ? address : address.substring(0, end)));
        return new OwnedStore(
                end < 0
                        ? new RedisReservationStore(client)
                        : new RedisReservationStore(client, address.substring(end + 1)),
                client::shutdown);
    }

    private static RedisURI server(String uri) {
        if (!Addresses.isReadable(uri)) {
            throw StoreOptions.unreadable(uri);
        }
        try {
            RedisURI server = RedisURI.create(uri);
            server.setTimeout(TIMEOUT);
            return server;
        } catch (IllegalArgumentException e) {
            // The cause is left out, because its message has the whole URI with the password.
            throw StoreOptions.unreadable(uri);
        }
    }
}
