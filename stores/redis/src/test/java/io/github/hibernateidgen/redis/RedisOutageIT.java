package io.github.hibernateidgen.redis;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import io.github.hibernateidgen.worker.reservation.Silence;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

/** A network to a Redis server that fails for minutes. */
@LongTest
class RedisOutageIT {

    @Test
    void networkFallsSilent() throws Exception {
        try (TestRedis server = TestRedis.startOrSkip();
                TcpForwarder network = new TcpForwarder("127.0.0.1", server.port());
                RedisClient client = RedisClient.create("redis://127.0.0.1:" + network.port())) {
            Silence.of(new RedisReservationStore(client, "silence:"), network);
        }
    }
}
