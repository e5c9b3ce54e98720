package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.redis.Counter.State;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
        String token = counter.open(0L, "a").token();
        counter.add(token, 0, 50, null);
        assertThat(connection.sync().hgetall("orders")).isEqualTo(Map.of("value", "50", "token", token));
        assertThat(counter.describe()).isEqualTo("Redis counter orders");
        assertThat(counter.repair(60, "b")).isEqualTo("HSET orders value 60 token b");
    }

    /** A start fails, and not the first id. */
    @Test
    void anAccountThatMayNotAskForTheTimeOpensNoCounter() {
        connection
                .sync()
                .aclSetuser(
                        "idgen",
                        AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .keyPattern("*")
                                .allCommands()
                                .removeCommand(CommandType.TIME));
        String token = counter().open(0L, "a").token();
        try (RedisClient restricted = RedisClient.create(server.uri().replace("//", "//idgen:secret@"))) {
            RedisCommands<String, String> commands = restricted.connect().sync();
            Counter noTime = new RedisCounter(() -> commands, () -> commands, "orders");
            for (ThrowingCallable call :
                    List.<ThrowingCallable>of(() -> noTime.open(null, "b"), () -> noTime.add(token, 0, 50, null))) {
                assertThatThrownBy(call)
                        .isInstanceOf(RedisCommandExecutionException.class)
                        .hasMessageStartingWith(
                                "NOPERM command [TIME] is rejected, but each write needs it; grant the command to the account: ");
            }
            assertThat(counter().open(null, "c")).isEqualTo(new State(0L, token, false));
        }
    }

    /** The driver repeats a request, and a failover loses the numbers of the first run. */
    @Test
    void theSameRequestLeavesAnotherMarkEachTime() {
        Counter counter = counter();
        String token = counter.open(0L, "a").token();
        String first = counter.add(token, 0, 50, "mark").mark();
        connection.sync().del("orders");
        connection.sync().hset("orders", Map.of("value", "0", "token", token));
        String second = counter.add(token, 0, 50, "mark").mark();
        assertThat(counter.removeMark(token, 50, first)).isFalse();
        assertThat(counter.removeMark(token, 50, second)).isTrue();
    }

    /** Of processes that were killed before they looked. */
    @Test
    void removesMarksWhenThereAreMany() {
        Counter counter = counter();
        String token = counter.open(0L, "a").token();
        for (int i = 0; i < 999; i++) {
            counter.add(token, 0, 1, "mark");
        }
        assertThat(connection.sync().hlen("orders")).isEqualTo(1_001);
        String last = counter.add(token, 0, 1, "last").mark();
        assertThat(connection.sync().hgetall("orders"))
                .isEqualTo(Map.of("value", "1000", "token", token, "1000", last));
        assertThat(counter.removeMark(token, 1_000, last)).isTrue();
        assertThat(connection.sync().hgetall("orders")).isEqualTo(Map.of("value", "1000", "token", token));
    }

    @Test
    void findsNoValueInWhatIsNone() {
        for (String text : new String[] {"-1", "1.5", "many", "9223372036854775808"}) {
            connection.sync().hset("orders", Map.of("value", text, "token", "a"));
            assertThat(counter().open(0L, "b")).as(text).isEqualTo(new State(null, "a", false));
        }
        connection.sync().del("orders");
        connection.sync().hset("orders", "value", "5");
        assertThat(counter().open(0L, "b")).isEqualTo(new State(5L, null, false));
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
