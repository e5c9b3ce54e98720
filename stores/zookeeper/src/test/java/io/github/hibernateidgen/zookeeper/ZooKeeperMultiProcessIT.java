package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.processes.Address;
import io.github.hibernateidgen.worker.processes.MultiProcessContract;
import io.github.hibernateidgen.worker.processes.StoreServer;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The contract on a ZooKeeper server. */
@LongTest
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no SIGSTOP, which freezes the processes")
class ZooKeeperMultiProcessIT extends MultiProcessContract {

    /** Connects a process. */
    public static final class Client implements Supplier<ReservationStore> {

        @Override
        public ReservationStore get() {
            // A session longer than any freeze: else it is ZooKeeper's reconnection, with its random pause, that is
            // timed.
            CuratorFramework client =
                    CuratorFrameworkFactory.newClient(Address.told().url(), 40_000, 1_000, new RetryOneTime(100));
            client.start();
            return new ZooKeeperReservationStore(client, "/idgen/workers");
        }
    }

    @Override
    protected StoreServer start() throws Exception {
        TestZooKeeper server = TestZooKeeper.start();
        return new StoreServer() {
            @Override
            public Address address() {
                return Address.of(server.address());
            }

            @Override
            public void close() throws IOException {
                server.close();
            }
        };
    }

    @Override
    protected Class<Client> client() {
        return Client.class;
    }
}
