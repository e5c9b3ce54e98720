package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.internal.snowflake.WorkerNumberContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a Redis server. */
class RedisWorkerNumberIT extends WorkerNumberContract {

    private static final String PREFIX = "shop:";

    private static TestRedis server;
    private static RedisClient client;
    private static RedisReservationStore store;

    /** With a client of its own. */
    public static final class Client extends OwnClient {

        private final RedisClient client;

        public Client() {
            this(server.port());
        }

        Client(int port) {
            client = RedisClient.create("redis://127.0.0.1:" + port);
        }

        @Override
        public ReservationStore get() {
            return new RedisReservationStore(client, PREFIX);
        }

        @Override
        protected void end() {
            client.shutdown();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        store = new RedisReservationStore(client, PREFIX);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @Override
    protected ReservationStore store() {
        return store;
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
