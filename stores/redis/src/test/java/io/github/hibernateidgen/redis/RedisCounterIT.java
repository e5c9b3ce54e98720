package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.redis.Counter.State;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract on a Redis server. */
class RedisCounterIT extends CounterContract {

    private static TestRedis server;
    private static RedisClient client;
    private static StatefulRedisConnection<String, String> connection;

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        connection = client.connect();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @BeforeEach
    void flush() {
        connection.sync().flushall();
    }

    @Override
    Counter counter() {
        return new RedisCounter(connection::sync, connection::sync, "orders");
    }

    @Test
    void isOneHashThatTheRepairMakes() {
        Counter counter = counter();
        counter.open(0L, "a");
        counter.add("a", 0, 50, null);
        assertThat(connection.sync().hgetall("orders")).isEqualTo(Map.of("value", "50", "token", "a"));
        assertThat(counter.describe()).isEqualTo("Redis counter orders");
        assertThat(counter.repair(60, "b")).isEqualTo("HSET orders value 60 token b");
    }

    /** Of processes that were killed before they looked. */
    @Test
    void removesMarksWhenThereAreMany() {
        Counter counter = counter();
        counter.open(0L, "a");
        for (int i = 0; i < 999; i++) {
            counter.add("a", 0, 1, "mark");
        }
        assertThat(connection.sync().hlen("orders")).isEqualTo(1_001);
        counter.add("a", 0, 1, "last");
        assertThat(connection.sync().hgetall("orders"))
                .isEqualTo(Map.of("value", "1000", "token", "a", "1000", "last"));
        assertThat(counter.removeMark("a", 1_000, "last")).isTrue();
        assertThat(connection.sync().hgetall("orders")).isEqualTo(Map.of("value", "1000", "token", "a"));
    }

    @Test
    void findsNoValueInWhatIsNone() {
        for (String text : new String[] {"-1", "1.5", "many", "9223372036854775808"}) {
            connection.sync().hset("orders", Map.of("value", text, "token", "a"));
            assertThat(counter().open(0L, "b")).as(text).isEqualTo(new State(null, "a"));
        }
        connection.sync().del("orders");
        connection.sync().hset("orders", "value", "5");
        assertThat(counter().open(0L, "b")).isEqualTo(new State(5L, null));
    }

    @Test
    void leavesAKeyOfAnotherTypeAlone() {
        connection.sync().incrby("orders", 50);
        assertThatThrownBy(() -> counter().open(0L, "a"))
                .isInstanceOf(RedisCommandExecutionException.class)
                .hasMessageContaining("WRONGTYPE");
        assertThat(connection.sync().get("orders")).isEqualTo("50");
    }
}
