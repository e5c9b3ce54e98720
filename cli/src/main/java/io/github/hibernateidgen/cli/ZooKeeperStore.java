package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.zookeeper.ZooKeeperReservationStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/** Reservations in ZooKeeper. It alone names Curator's classes, which only some command lines have. */
final class ZooKeeperStore {

    static final String SCHEME = "zookeeper://";

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MILLIS_BEFORE_RETRY = 100;

    private ZooKeeperStore() {}

    /**
     * Begins to connect.
     *
     * @param address the servers, and behind them the path that the namespaces are kept under, where it is another
     */
    static OwnedStore open(String address) {
        String rest = address.substring(SCHEME.length());
        int end = rest.indexOf('/');
        String servers = end < 0 ? rest : rest.substring(0, end);
        if (servers.isEmpty() || address.contains("@")) { // The client would log an account.
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
