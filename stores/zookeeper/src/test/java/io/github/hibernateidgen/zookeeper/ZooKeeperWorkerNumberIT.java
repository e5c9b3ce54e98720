package io.github.hibernateidgen.zookeeper;

import io.github.hibernateidgen.internal.snowflake.WorkerNumberContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a ZooKeeper server in this process. */
class ZooKeeperWorkerNumberIT extends WorkerNumberContract {

    private static final String ROOT = "/shop/ids";

    private static TestZooKeeper server;
    private static Client client;

    /** With a client of its own. */
    public static final class Client extends OwnClient {

        private final CuratorFramework client;

        public Client() {
            this(server.port());
        }

        Client(int port) {
            // The shorter the session, the sooner it is closed without its server.
            client = TestZooKeeper.withAccount("127.0.0.1:" + port, 4_000, 1_000);
        }

        @Override
        public ReservationStore get() {
            return new ZooKeeperReservationStore(client, ROOT);
        }

        @Override
        protected void end() {
            client.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = TestZooKeeper.start();
        client = new Client();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.close();
    }

    @Override
    protected ReservationStore store() {
        return client.get();
    }

    @Override
    protected Class<Client> ownClient() {
        return Client.class;
    }

    @Override
    protected OwnClient client(int port) {
        return new Client(port);
    }

    @Override
    protected int port() {
        return server.port();
    }
}
