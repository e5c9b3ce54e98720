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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a reserved worker number, which are the same for all stores.
 *
 * @param claimsAtStart whether the number is claimed when the session factory is made, and not for the first id
 */
record ReservationSettings(ReservationTerms terms, InstantSource clock, boolean claimsAtStart) {

    private static final System.Logger LOGGER = HibernateLogger.of("io.github.hibernateidgen.worker");

    /** The settings that tell Hibernate, in one version or another, to start without its database. */
    static final Map<String, Set<String>> NO_DATABASE_AT_START = Map.of(
            "hibernate.boot.allow_jdbc_metadata_access", Set.of("false", "disallow"),
            "hibernate.temp.use_jdbc_metadata_defaults", Set.of("false"));

    static ReservationSettings read(SettingsReader reader, InstantSource clock) {
        boolean offline = isOffline(reader::hibernate);
        return new ReservationSettings(
                terms(reader), clock, reader.isFirst(WORKER_CLAIM, "start", "first-id", !offline));
    }

    /** Whether the given settings tell Hibernate to start without its database. */
    static boolean isOffline(Function<String, @Nullable Object> given) {
        for (Map.Entry<String, Set<String>> setting : NO_DATABASE_AT_START.entrySet()) {
            String value = String.valueOf(given.apply(setting.getKey())).strip();
            if (setting.getValue().contains(value.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes the source that reserves in a store.
     *
     * @param release closes what was opened for the store, after the number has been released
     */
    OwnedSource in(ReservationStore store, Runnable release) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock, LOGGER);
        return new OwnedSource(source, source, () -> store.read(terms.namespace()), () -> {
            source.close();
            release.run();
        });
    }

    private static ReservationTerms terms(SettingsReader reader) {
        ReservationTerms byDefault = ReservationTerms.DEFAULT;
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
