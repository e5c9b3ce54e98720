package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.zookeeper.ZooKeeperReservationStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Opens a store of reservations in ZooKeeper. Only this class uses Curator, which may be missing on the class path. */
final class ZooKeeperStore {

    static final String SCHEME = "zookeeper://";

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MILLIS_BEFORE_RETRY = 100;

    private ZooKeeperStore() {}

    /**
     * Starts a client, which connects in the background.
     *
     * @param address {@code zookeeper://HOST:PORT,HOST:PORT}, followed by the path of the namespaces if the application does
     *     not use the default path
     */
    static OwnedStore open(String address) {
        String rest = address.substring(SCHEME.length());
        int end = rest.indexOf('/');
        String servers = end < 0 ? rest : rest.substring(0, end);
        // A user and password before an @ are rejected, because the client would write them to the log.
        if (servers.isEmpty() || address.contains("@")) {
            throw StoreOptions.unreadable(address);
        }
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                servers, TIMEOUT_MILLIS, TIMEOUT_MILLIS, new RetryOneTime(MILLIS_BEFORE_RETRY));
        OwnedStore store = new OwnedStore(
                end < 0
                        ? new ZooKeeperReservationStore(client)
                        : new ZooKeeperReservationStore(client, rest.substring(end)),
                client::close);
        client.start();
        return store;
    }
}
