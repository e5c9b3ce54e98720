package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.test.SegmentStoreContract;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The contract on a server. Each store has a connection of its own, as each process has. */
class RedisSegmentStoreIT {

    private static TestRedis server;
    private static RedisClient client;

    private final List<RedisSegmentStore> made = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @AfterEach
    void closeAll() {
        made.forEach(RedisSegmentStore::close);
    }

    private SegmentStore store(Duration settle) {
        RedisSegmentStore store = new RedisSegmentStore(client, "idgen:segment:", settle);
        made.add(store);
        return store;
    }

    @Nested
    class WithoutSettle extends SegmentStoreContract {
        @Override
        protected SegmentStore store() {
            return RedisSegmentStoreIT.this.store(Duration.ZERO);
        }
    }

    @Nested
    class WithSettle extends SegmentStoreContract {
        @Override
        protected SegmentStore store() {
            return RedisSegmentStoreIT.this.store(Duration.ofMillis(5));
        }
    }

    /** One process for all tests of a run: its sources share what they know of a counter. */
    @Nested
    class OfOneProcess extends SegmentStoreContract {

        private final SegmentStore store = RedisSegmentStoreIT.this.store(Duration.ZERO);

        @Override
        protected SegmentStore store() {
            return store;
        }
    }
}
