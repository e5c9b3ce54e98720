package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.reservation.Outage;
import io.github.hibernateidgen.worker.reservation.Silence;
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

    @LongTest
    @Test
    @Timeout(1_500)
    void networkFallsSilent() throws Exception {
        try (TestZooKeeper server = TestZooKeeper.start()) {
            String[] address = server.address().split(":", 2);
            try (TcpForwarder network = new TcpForwarder(address[0], Integer.parseInt(address[1]));
                    CuratorFramework client = CuratorFrameworkFactory.newClient(
                            network.host() + ":" + network.port(), 10_000, 1_000, new RetryOneTime(100))) {
                client.start();
                Silence.of(new ZooKeeperReservationStore(client, "/idgen/workers"), network);
            }
        }
    }
}
