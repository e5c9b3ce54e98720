package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.redis.Counter.Addition;
import io.github.hibernateidgen.redis.Counter.Outcome;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Processes of this version beside processes whose scripts leave no stamp. The store's contract holds for their calls in turn. */
class RedisMixedVersionsIT extends ReservationStoreContract {

    private static final String PREFIX = "idgen:worker:";

    private static TestRedis server;
    private static RedisClient client;
    private static StatefulRedisConnection<String, String> connection;
    private static ReservationStore earlier;
    private static RedisReservationStore store;
    private static final AtomicInteger CALLS = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        connection = client.connect();
        earlier = new EarlierReservationStore(connection.sync(), PREFIX);
        store = new RedisReservationStore(client, PREFIX);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            store.close();
            client.shutdown();
            server.close();
        }
    }

    @Override
    protected ReservationStore store() {
        return CALLS.getAndIncrement() % 2 == 0 ? earlier : store;
    }

    @Override
    protected boolean hasDurableReads() {
        return true;
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    /** A row that an earlier process has written has the stamp of the row before it. */
    @Test
    void eachReplacesTheRowsOfTheOther() {
        StoredSlot[] slots = new StoredSlot[6];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new StoredSlot(3, "owner-" + i, 1_000 + i);
            StoredSlot expected = i == 0 ? null : slots[i - 1];
            assertThat((i % 2 == 0 ? store : earlier).compareAndSet("in-turn", expected, slots[i]))
                    .isTrue();
            assertThat(store.read("in-turn", 0, Long.MAX_VALUE).slots()).containsExactly(slots[i]);
            assertThat(earlier.read("in-turn", 0, Long.MAX_VALUE).slots()).containsExactly(slots[i]);
        }
    }

    private static Counter counter(int i, String key) {
        return i % 2 == 0
                ? new RedisCounter(connection::sync, connection::sync, key)
                : new EarlierCounter(connection.sync(), key);
    }

    @Test
    void eachFindsItsOwnMarksInACounterOfTheOther() {
        for (int maker = 0; maker < 2; maker++) {
            String key = "orders-" + maker;
            String token = counter(maker, key).open(0L, "token").token();
            String[] marks = new String[6];
            for (int i = 0; i < marks.length; i++) {
                assertThat(counter(i, key)
                                .open(7L, UUID.randomUUID().toString())
                                .token())
                        .isEqualTo(token);
                Addition added = counter(i, key).add(token, 50L * i, 50, "mark");
                assertThat(added.outcome()).isEqualTo(Outcome.ADDED);
                assertThat(added.value()).isEqualTo(50L * (i + 1));
                marks[i] = added.mark();
            }
            assertThat(marks[0]).isNotEqualTo(marks[2]);
            for (int i = 0; i < marks.length; i++) {
                assertThat(counter(i, key).removeMark(token, 50L * (i + 1), marks[i]))
                        .isTrue();
                assertThat(counter(i, key).removeMark(token, 50L * (i + 1), marks[i]))
                        .isFalse();
            }
            assertThat(counter(maker + 1, key).add(token, 301, 50, "mark").outcome())
                    .isEqualTo(Outcome.SET_BACK);
            assertThat(counter(maker, key).add(token, 0, 50, "mark").outcome()).isEqualTo(Outcome.REPLACED);
        }
    }
}
