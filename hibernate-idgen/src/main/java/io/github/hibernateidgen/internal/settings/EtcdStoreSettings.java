package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ETCD_CLIENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ETCD_ENDPOINTS;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ETCD_PREFIX;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.worker.etcd.EtcdReservationStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of reservations in etcd. jetcd must be on the class path only if etcd is used: only {@link Client} and
 * {@link EtcdConnection} refer to its classes.
 *
 * @param client a client that belongs to the user, or null
 */
record EtcdStoreSettings(List<URI> endpoints, @Nullable Object client, String prefix) {

    private static final int MAX_PORT = 65_535;

    static EtcdStoreSettings read(SettingsReader reader) {
        return new EtcdStoreSettings(
                endpoints(reader.text(WORKER_ETCD_ENDPOINTS)),
                reader.get(WORKER_ETCD_CLIENT),
                reader.text(WORKER_ETCD_PREFIX, "/idgen/workers/"));
    }

    OwnedSource reserve(ReservationSettings reservation) {
        if (endpoints.isEmpty() == (client == null)) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE, "etcd", "set one of " + WORKER_ETCD_ENDPOINTS + " and " + WORKER_ETCD_CLIENT);
        }
        try {
            return Client.reserve(this, reservation);
        } catch (NoClassDefFoundError e) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    "etcd",
                    "class " + e.getMessage() + " is missing; add io.etcd:jetcd-core and what it needs",
                    e);
        }
    }

    private static List<URI> endpoints(@Nullable String given) {
        return given == null
                ? List.of()
                : Arrays.stream(given.split(",", -1))
                        .map(endpoint -> endpoint(given, endpoint.strip()))
                        .toList();
    }

    private static URI endpoint(String given, String endpoint) {
        try {
            URI uri = new URI(endpoint);
            if (uri.getHost() != null
                    && uri.getPort() <= MAX_PORT
                    && endpoint.equals("http://" + uri.getHost() + ":" + uri.getPort())) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Refused below, like others of no use.
        }
        throw new IdgenConfigurationException(
                WORKER_ETCD_ENDPOINTS,
                given,
                "give http://HOST:PORT, with commas between; for TLS or an account give a client in "
                        + WORKER_ETCD_CLIENT);
    }

    private static final class Client {

        static OwnedSource reserve(EtcdStoreSettings settings, ReservationSettings reservation) {
            if (settings.client == null) {
                EtcdConnection made = new EtcdConnection(settings.endpoints, settings.prefix);
                return reservation.in(made, made::close);
            }
            if (settings.client instanceof io.etcd.jetcd.Client given) {
                return reservation.in(new EtcdReservationStore(given, settings.prefix), () -> {});
            }
            throw new IdgenConfigurationException(
                    WORKER_ETCD_CLIENT,
                    settings.client,
                    "give an object of type " + io.etcd.jetcd.Client.class.getName());
        }
    }
}
