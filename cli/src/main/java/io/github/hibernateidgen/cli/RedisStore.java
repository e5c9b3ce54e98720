package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/** Reservations in Redis. It alone names Lettuce's classes, which only some command lines have. */
final class RedisStore {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private RedisStore() {}

    /**
     * Makes a client, which connects when it is used.
     *
     * @param address a URI of Lettuce, and behind {@code #} what the names of the hashes begin with, where it is another
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
            throw StoreOptions.unreadable(uri); // The reason is left out, since its message has the whole text.
        }
    }
}
