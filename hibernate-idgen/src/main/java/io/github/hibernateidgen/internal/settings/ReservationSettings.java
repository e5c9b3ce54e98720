package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_MAX_SKEW;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_NAMESPACE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SETTLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_TIMEOUT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_WINDOW;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of a reserved worker number, which are the same for all stores.
 *
 * @param claimsAtStart whether the number is claimed when the session factory is made, and not for the first id
 */
record ReservationSettings(ReservationTerms terms, InstantSource clock, boolean claimsAtStart) {

    private static final System.Logger LOGGER = HibernateLogger.of("io.github.hibernateidgen.worker");

    static ReservationSettings read(SettingsReader reader, InstantSource clock) {
        return new ReservationSettings(
                terms(reader), clock, reader.isFirst(WORKER_CLAIM, "start", "first-id", !reader.isOffline()));
    }

    /**
     * Makes the source that reserves in a store.
     *
     * @param warning tells, once a number was claimed, what the store may lose that the settings do not make up for
     * @param release closes what was opened for the store, after the number has been released
     */
    OwnedSource in(ReservationStore store, Supplier<Optional<String>> warning, Runnable release) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock, LOGGER);
        return new OwnedSource(source, source, () -> store.read(terms.namespace(), 0, 1), warning, () -> {
            source.close();
            release.run();
        });
    }

    private static ReservationTerms terms(SettingsReader reader) {
        ReservationTerms byDefault = ReservationTerms.DEFAULT;
        if (reader.isEmpty()) {
            return byDefault;
        }
        String namespace = reader.text(WORKER_NAMESPACE, byDefault.namespace());
        Duration window = reader.duration(WORKER_WINDOW, byDefault.window());
        Duration timeout = reader.duration(WORKER_TIMEOUT, byDefault.timeout());
        ReservationTerms named = reader.check(WORKER_NAMESPACE, namespace, () -> byDefault.withNamespace(namespace));
        ReservationTerms windowed = reader.check(WORKER_WINDOW, window, () -> named.withWindow(window));
        Duration maxSkew = reader.duration(WORKER_MAX_SKEW, byDefault.maxSkew());
        ReservationTerms limited = reader.check(WORKER_TIMEOUT, timeout, () -> windowed.withTimeout(timeout));
        ReservationTerms skewed = reader.check(WORKER_MAX_SKEW, maxSkew, () -> limited.withMaxSkew(maxSkew));
        Duration settle = reader.duration(WORKER_SETTLE, byDefault.settle());
        return reader.check(WORKER_SETTLE, settle, () -> skewed.withSettle(settle));
    }
}
