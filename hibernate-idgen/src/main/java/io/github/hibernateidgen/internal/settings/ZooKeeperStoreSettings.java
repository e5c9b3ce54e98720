package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ZOOKEEPER_CLIENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ZOOKEEPER_CONNECT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ZOOKEEPER_PATH;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.worker.zookeeper.ZooKeeperReservationStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.jspecify.annotations.Nullable;

/**
 * The settings of reservations in ZooKeeper. Curator must be on the class path only if ZooKeeper is used: only
 * {@link Client} refers to its classes.
 *
 * @param client a client that belongs to the user, or null
 * @param path the path of the reserved numbers
 */
record ZooKeeperStoreSettings(
        @Nullable String connect, @Nullable Object client, String path) {

    static ZooKeeperStoreSettings read(SettingsReader reader) {
        return new ZooKeeperStoreSettings(
                reader.text(WORKER_ZOOKEEPER_CONNECT),
                reader.get(WORKER_ZOOKEEPER_CLIENT),
                reader.text(WORKER_ZOOKEEPER_PATH, "/idgen/workers"));
    }

    OwnedSource reserve(ReservationSettings reservation) {
        if ((connect == null) == (client == null)) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    "zookeeper",
                    "set one of " + WORKER_ZOOKEEPER_CONNECT + " and " + WORKER_ZOOKEEPER_CLIENT);
        }
        try {
            return Client.reserve(this, reservation);
        } catch (NoClassDefFoundError e) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    "zookeeper",
                    "class " + e.getMessage()
                            + " is missing; add org.apache.curator:curator-framework and what it needs",
                    e);
        }
    }

    private static final class Client {

        private static final int MILLIS_BEFORE_RETRY = 100;

        static OwnedSource reserve(ZooKeeperStoreSettings settings, ReservationSettings reservation) {
            if (settings.client == null) {
                // The reservation has its own pauses and tries again by itself.
                CuratorFramework made =
                        CuratorFrameworkFactory.newClient(settings.connect, new RetryOneTime(MILLIS_BEFORE_RETRY));
                ZooKeeperReservationStore store = store(made, settings.path);
                return reservation.in(new PreparedStore(store, () -> start(made)), made::close);
            }
            if (settings.client instanceof CuratorFramework given) {
                return reservation.in(store(given, settings.path), () -> {});
            }
            throw new IdgenConfigurationException(
                    WORKER_ZOOKEEPER_CLIENT,
                    settings.client,
                    "give an object of type " + CuratorFramework.class.getName());
        }

        private static void start(CuratorFramework made) {
            if (made.getState() == CuratorFrameworkState.LATENT) {
                made.start();
            }
        }

        private static ZooKeeperReservationStore store(CuratorFramework client, String path) {
            try {
                return new ZooKeeperReservationStore(client, path);
            } catch (IllegalArgumentException e) {
                throw new IdgenConfigurationException(WORKER_ZOOKEEPER_PATH, path, String.valueOf(e.getMessage()), e);
            }
        }
    }
}
