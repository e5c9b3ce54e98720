package io.github.hibernateidgen.worker.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.github.hibernateidgen.database.TestRedis;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on a Redis server. */
class RedisReservationStoreIT extends ReservationStoreContract {

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

    @Override
    protected ReservationStore store() {
        return new RedisReservationStore(connection.sync(), "idgen:worker:");
    }

    /** Redis runs one command after the other, and shows no write that it has not answered. */
    @Override
    protected boolean hasDurableReads() {
        return true;
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    @Test
    void tellsItsClockWithARenewal() {
        StoredSlot first = new StoredSlot(4, "first", 1000);
        List<Long> told = new ArrayList<>();
        store().compareAndSet("clock", null, first);

        assertThat(store().compareAndSet("clock", first, new StoredSlot(4, "second", 2000), told::add))
                .isTrue();
        assertThat(told).singleElement().asInstanceOf(LONG).isCloseTo(System.currentTimeMillis(), within(10_000L));
    }

    @Test
    void takesAWriteThatTheDriverHasSentTwiceForItsOwn() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "first", 2000);

        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
    }

    @Test
    void failsWhenTheConnectionIsClosed() {
        StatefulRedisConnection<String, String> closed = client.connect();
        closed.close();
        ReservationStore store = new RedisReservationStore(closed.sync(), "idgen:worker:");

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default"))
                .withMessageStartingWith("Redis hashes idgen:worker:* could not be read: ");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, new StoredSlot(1, "us", 1)))
                .withMessageStartingWith("Redis hashes idgen:worker:* could not be written: ");
    }
}
