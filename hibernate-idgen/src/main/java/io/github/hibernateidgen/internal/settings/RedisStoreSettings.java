package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_REDIS_PREFIX;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.worker.redis.RedisReservationStore;

/** The settings of reservations in Redis. */
record RedisStoreSettings(RedisServer server, String prefix) {

    static RedisStoreSettings read(SettingsReader reader) {
        return new RedisStoreSettings(RedisServer.shared(reader), reader.text(WORKER_REDIS_PREFIX, "idgen:worker:"));
    }

    OwnedSource reserve(ReservationSettings reservation) {
        RedisConnection connection = server.connect(WORKER_SOURCE, null);
        return reservation.in(new RedisReservationStore(connection::commands, prefix), connection::close);
    }
}
