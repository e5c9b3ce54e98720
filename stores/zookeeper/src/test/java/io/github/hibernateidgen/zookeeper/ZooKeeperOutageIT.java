package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.worker.reservation.Outage;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A ZooKeeper server that goes away and comes back. */
@Timeout(60)
class ZooKeeperOutageIT {

    @Test
    void isStopped() throws Exception {
        try (TestZooKeeper server = TestZooKeeper.start();
                CuratorFramework client =
                        CuratorFrameworkFactory.newClient(server.address(), 10_000, 1_000, new RetryOneTime(100))) {
            client.start();
            Outage.of(new ZooKeeperReservationStore(client, "/idgen/workers"), server::stop, server::startAgain);
        }
    }
}
