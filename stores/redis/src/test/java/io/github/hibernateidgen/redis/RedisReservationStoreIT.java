package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract on a Redis server. */
class RedisReservationStoreIT extends ReservationStoreContract {

    private static TestRedis server;
    private static RedisClient client;
    private static RedisReservationStore store;
    private static RedisReservationStore another;

    private final AtomicInteger calls = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        server = TestRedis.startOrSkip();
        client = RedisClient.create(server.uri());
        store = new RedisReservationStore(client);
        another = new RedisReservationStore(client);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            store.close();
            another.close();
            client.shutdown();
            server.close();
        }
    }

    /** Each has a connection of its own. */
    @Override
    protected ReservationStore store() {
        return calls.incrementAndGet() % 2 == 0 ? store : another;
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
    void anAccountThatMayNotAskForTheTimeReadsWithoutAClockAndWritesNothing() {
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
            ReservationStore noTime = new RedisReservationStore(restricted);
            assertThat(store.compareAndSet("no-time", null, slot)).isTrue();
            assertThat(noTime.read("no-time", 0, 64)).isEqualTo(new StoredSlots(List.of(slot)));
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> noTime.compareAndSet("no-time", slot, new StoredSlot(5, "us", 2000)))
                    .withMessageStartingWith(
                            "Redis hashes idgen:worker:* could not be written: "
                                    + "NOPERM command [TIME] is rejected, but each write needs it; grant the command to the account: ")
                    .satisfies(refusal -> assertThat(refusal.isPermanent()).isTrue());
            assertThat(store.read("no-time", 0, 64).slots()).containsExactly(slot);
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> new RedisReservationStore(restricted, "other:").read("no-time", 0, 64))
                    .satisfies(refusal -> assertThat(refusal.isPermanent()).isTrue());
        }
    }

    /** A failover has lost the row that was confirmed, and the same request has written it again. */
    @Test
    void replacesARowThatTheSameRequestHasWrittenAgain() {
        StoredSlot free = new StoredSlot(3, "before", 1000);
        StoredSlot reserved = new StoredSlot(3, "us", 9000);
        assertThat(store.compareAndSet("again", null, free)).isTrue();
        try (RedisReservationStore ours = new RedisReservationStore(client);
                var connection = client.connect()) {
            assertThat(ours.compareAndSet("again", free, reserved)).isTrue();
            assertThat(ours.read("again", 0, 64).slots()).containsExactly(reserved);
            connection.sync().hset("idgen:worker:again", "3", free.text());
            assertThat(store.compareAndSet("again", free, reserved)).isTrue();

            assertThat(ours.compareAndSet("again", free, reserved))
                    .as("an answer that comes later does not count")
                    .isTrue();
            List<StoredSlot> shown = ours.read("again", 0, 64).slots();
            assertThat(shown).singleElement().satisfies(slot -> {
                assertThat(slot.owner()).startsWith("written-again/");
                assertThat(slot.reservedUntil()).isEqualTo(9000);
            });
            assertThat(ours.read("again", 0, 64).slots()).isEqualTo(shown);
            assertThat(store.read("again", 0, 64).slots()).isEqualTo(shown);
            assertThat(ours.compareAndSet("again", reserved, new StoredSlot(3, "us", 9500)))
                    .isFalse();
            assertThat(ours.compareAndSet("again", shown.get(0), new StoredSlot(3, "us", 9900)))
                    .isTrue();
        }
    }

    /** Lettuce reports a failed connection, and the server's answer only as its cause. */
    @Test
    void wrongPasswordIsNamedFirst() {
        try (var connection = client.connect()) {
            connection
                    .sync()
                    .aclSetuser(
                            "locked",
                            AclSetuserArgs.Builder.on().addPassword("right").allCommands());
        }
        try (RedisClient rejected = RedisClient.create(server.uri().replace("//", "//locked:wr0ng@"))) {
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> new RedisReservationStore(rejected).read("default", 0, 64))
                    .withMessage(
                            "Redis hashes idgen:worker:* could not be read: WRONGPASS invalid username-password pair"
                                    + " or user is disabled.")
                    .satisfies(refusal -> assertThat(refusal.isPermanent()).isTrue());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3, something, 'text [something] of worker [3] is not an end in Unix milliseconds, a space and an owner'",
        "three, '1000 us', 'name [three] is not a worker number'"
    })
    void whatIsNoReservationFailsAtOnce(String name, String text, String problem) {
        String namespace = "foreign-" + name;
        try (var connection = client.connect()) {
            connection.sync().hset("idgen:worker:" + namespace, name, text);
        }

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read(namespace, 0, 64))
                .withMessage("Redis hashes idgen:worker:* could not be read: " + problem
                        + "; store nothing except reservations in this place")
                .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
    }

    @Test
    void opensAnotherConnectionAfterAClose() {
        StoredSlot slot = new StoredSlot(5, "us", 1000);
        assertThat(store.compareAndSet("closed", null, slot)).isTrue();
        store.close();
        store.close();
        assertThat(store.read("closed", 0, 64).slots()).containsExactly(slot);
    }

    /** An application may replace its client, and shuts the old client down. */
    @Test
    void goesOnWithAnotherClientAfterTheShutdownOfTheFirst() {
        RedisClient first = RedisClient.create(server.uri());
        AtomicReference<RedisClient> current = new AtomicReference<>(first);
        try (RedisReservationStore replaced = new RedisReservationStore(current::get)) {
            StoredSlot slot = new StoredSlot(5, "us", 1000);
            assertThat(replaced.compareAndSet("replaced", null, slot)).isTrue();
            first.shutdown();
            current.set(client);
            assertThat(replaced.read("replaced", 0, 64).slots()).containsExactly(slot);
        }
    }

    /** A fetch that waits until its numbers have settled has a second script, which may come after the close. */
    @Test
    void leavesNoConnectionOpenIfItIsClosedDuringAFetch() throws Exception {
        try (RedisClient observer = RedisClient.create(server.uri());
                RedisClient own = RedisClient.create(server.uri())) {
            RedisCommands<String, String> commands = observer.connect().sync();
            RedisSegmentStore segments = new RedisSegmentStore(own, "idgen:closed:", Duration.ofSeconds(2));
            SegmentSource source = segments.source(
                    new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, Duration.ofSeconds(10)));
            source.open();
            long connections = commands.clientList().lines().count();
            CompletableFuture<Segment> fetch = CompletableFuture.supplyAsync(source::fetch);
            while (commands.hlen("idgen:closed:orders") < 3) {
                Thread.sleep(5);
            }
            segments.close();
            assertThat(fetch)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .havingCause()
                    .withMessage("the connection was closed");
            assertThat(commands.clientList().lines().count()).isLessThan(connections);
        }
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
