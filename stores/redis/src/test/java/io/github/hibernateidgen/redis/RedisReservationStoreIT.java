package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on a Redis server. */
class RedisReservationStoreIT extends ReservationStoreContract {

    private static TestRedis server;
    private static RedisClient client;
    private static RedisReservationStore store;

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        store = new RedisReservationStore(client);
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
        return store;
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
    void takesAWriteThatTheDriverHasSentTwiceForItsOwn() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "first", 2000);

        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
    }

    @Test
    void anAccountThatMayNotAskForTheTimeReadsWithoutAClock() {
        StoredSlot slot = new StoredSlot(5, "us", 1000);
        try (var connection = client.connect()) {
            connection
                    .sync()
                    .aclSetuser(
                            "idgen",
                            AclSetuserArgs.Builder.on()
                                    .addPassword("secret")
                                    .keyPattern("idgen:worker:*")
                                    .addCommand(CommandType.EVAL)
                                    .addCommand(CommandType.HGET)
                                    .addCommand(CommandType.HSET)
                                    .addCommand(CommandType.HGETALL));
        }
        String account = server.uri().replace("//", "//idgen:secret@");
        try (RedisClient restricted = RedisClient.create(account)) {
            ReservationStore store = new RedisReservationStore(restricted);
            assertThat(store.compareAndSet("no-time", null, slot)).isTrue();
            assertThat(store.read("no-time", 0, 64)).isEqualTo(new StoredSlots(List.of(slot)));
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> new RedisReservationStore(restricted, "other:").read("no-time", 0, 64))
                    .satisfies(refusal -> assertThat(refusal.isPermanent()).isTrue());
        }
    }

    @Test
    void opensAnotherConnectionAfterAClose() {
        StoredSlot slot = new StoredSlot(5, "us", 1000);
        assertThat(store.compareAndSet("closed", null, slot)).isTrue();
        store.close();
        store.close();
        assertThat(store.read("closed", 0, 64).slots()).containsExactly(slot);
    }

    @Test
    void failsWhenTheClientIsClosed() {
        RedisClient closed = RedisClient.create(server.uri());
        ReservationStore store = new RedisReservationStore(closed);
        store.read("default", 0, 64);
        closed.shutdown();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 64))
                .withMessageStartingWith("Redis hashes idgen:worker:* could not be read: ");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, new StoredSlot(1, "us", 1)))
                .withMessageStartingWith("Redis hashes idgen:worker:* could not be written: ");
    }
}
