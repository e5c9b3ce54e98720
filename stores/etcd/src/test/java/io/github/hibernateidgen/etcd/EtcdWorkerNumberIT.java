package io.github.hibernateidgen.etcd;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.internal.snowflake.WorkerNumberContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on an etcd server. */
class EtcdWorkerNumberIT extends WorkerNumberContract {

    private static final String PREFIX = "/shop/ids/";

    private static TestEtcd server;
    private static JetcdClient client;

    /** With a client of its own. */
    public static final class JetcdClient extends OwnClient {

        private final Client client;

        public JetcdClient() {
            this(URI.create(server.endpoint(0)).getPort());
        }

        JetcdClient(int port) {
            client = Client.builder()
                    .endpoints("http://127.0.0.1:" + port)
                    .waitForReady(false)
                    .retryMaxAttempts(0)
                    .build();
        }

        @Override
        public ReservationStore get() {
            return new EtcdReservationStore(client, PREFIX);
        }

        @Override
        protected void end() {
            client.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = TestEtcd.startOrSkip();
        client = new JetcdClient();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.close();
            server.close();
        }
    }

    @Override
    protected ReservationStore store() {
        return client.get();
    }

    @Override
    protected Class<JetcdClient> ownClient() {
        return JetcdClient.class;
    }

    @Override
    protected OwnClient client(int port) {
        return new JetcdClient(port);
    }

    @Override
    protected int port() {
        return URI.create(server.endpoint(0)).getPort();
    }
}
