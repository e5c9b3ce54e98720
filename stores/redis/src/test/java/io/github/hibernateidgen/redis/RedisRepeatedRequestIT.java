package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.redis.RedisSegmentSource.Settling;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.testing.TcpForwarder.LateRequest;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A proxy keeps back a request and breaks the connection. The driver sends the request again, and hears the answer. A failover
 * to a replica loses what was answered, the proxy delivers the first request, and another failover loses that one, too. The
 * time in which numbers settle is a test's clock, so each loss is younger.
 */
@Timeout(60)
class RedisRepeatedRequestIT {

    private static final Segment FIRST = new Segment(1, 50);

    private final List<RedisClient> clients = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong();
    private TestRedisPair pair;

    @BeforeEach
    void start() throws Exception {
        pair = TestRedisPair.startOrSkip();
    }

    @AfterEach
    void stop() throws Exception {
        clients.forEach(RedisClient::shutdown);
        if (pair != null) {
            pair.close();
        }
    }

    private interface Events {
        void happen() throws Exception;
    }

    private RedisClient client() {
        RedisClient client = RedisClient.create(RedisURI.create(pair.url()));
        clients.add(client);
        return client;
    }

    private static SegmentRequest request() {
        return new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, Duration.ofSeconds(10));
    }

    /** A process, and what happens while its first numbers settle. */
    private RedisSegmentSource source(Events meanwhile) {
        AtomicReference<Events> once = new AtomicReference<>(meanwhile);
        StatefulRedisConnection<String, String> connection = client().connect();
        return new RedisSegmentSource(
                new RedisCounter(connection::sync, connection::sync, "orders"),
                request(),
                () -> UUID.randomUUID().toString(),
                new ConcurrentHashMap<>(),
                new Settling(2_000, clock::get, nanos -> {
                    try {
                        once.getAndSet(() -> {}).happen();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    clock.addAndGet(nanos);
                }));
    }

    private RedisSegmentSource source() {
        return source(() -> {});
    }

    /** From now on the primary's writes do not reach the replica. */
    private void replicateUpToNow() throws Exception {
        pair.replicate();
        pair.cutOff();
    }

    @Test
    void numbersThatTheSameRequestAddsAgainAreNotTakenForTheNumbersThatWereAnswered() throws Exception {
        List<LateRequest> late = new ArrayList<>();
        SegmentSource repeats = source(() -> {
            pair.failOver();
            replicateUpToNow();
            late.get(0).deliver();
        });
        SegmentSource other = source();
        repeats.open();
        other.open();
        replicateUpToNow();

        late.add(pair.front().keepNext("HINCRBY"));
        Segment issued = repeats.fetch();
        pair.failOver();
        assertThat(other.fetch()).isEqualTo(FIRST);
        assertThat(issued.isEmpty()).as("issued: " + issued).isTrue();
        assertThat(repeats.fetch()).isEqualTo(new Segment(51, 100));
    }

    @Test
    void aCounterThatTheSameRequestMakesAgainIsAnotherCounter() throws Exception {
        LateRequest late = pair.front().keepNext("EXISTS");
        SegmentSource makes = source();
        makes.open();
        SegmentSource quiet = source();
        quiet.open();
        assertThat(makes.fetch()).isEqualTo(FIRST);
        try (StatefulRedisConnection<String, String> connection = client().connect()) {
            connection.sync().flushall();
        }
        late.deliver();
        assertThatExceptionOfType(NumbersLostException.class)
                .isThrownBy(quiet::fetch)
                .withMessageContaining("is not the counter that this process began with");
    }

    /** Who starts, or opens the counter for a new tenant, sees a value that the failover loses. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoOpensTheCounterBesideNumbersThatAreLostStopsNobody(boolean isTenant) throws Exception {
        RedisSegmentSource old = source();
        old.open();
        RedisSegmentSource opens = isTenant ? old.sharing(request()) : source();
        SegmentSource loses = source(() -> {
            opens.open();
            pair.failOver();
        });
        replicateUpToNow();

        assertThat(loses.fetch().isEmpty()).isTrue();
        assertThat(opens.fetch()).isEqualTo(FIRST);
        assertThat(old.fetch()).isEqualTo(new Segment(51, 100));
        source().open();
    }

    @Test
    void aReservationThatTheSameRequestWritesAgainIsNotShownAsTheReservationThatWasAnswered() throws Exception {
        RedisReservationStore repeats = new RedisReservationStore(client());
        RedisReservationStore other = new RedisReservationStore(client());
        StoredSlot free = new StoredSlot(3, "before", 1_000);
        StoredSlot reserved = new StoredSlot(3, "repeats", 60_000);
        assertThat(repeats.compareAndSet("default", null, free)).isTrue();
        replicateUpToNow();

        LateRequest late = pair.front().keepNext("HSET");
        assertThat(repeats.compareAndSet("default", free, reserved)).isTrue();
        pair.failOver();
        replicateUpToNow();
        late.deliver();

        assertThat(other.read("default", 0, 64).slots()).containsExactly(reserved);
        List<StoredSlot> shown = repeats.read("default", 0, 64).slots();
        assertThat(shown).singleElement().satisfies(slot -> {
            assertThat(slot).isNotEqualTo(reserved);
            assertThat(slot.reservedUntil()).isEqualTo(60_000);
        });
        StoredSlot renewed = new StoredSlot(3, "repeats-2", 90_000);
        assertThat(repeats.compareAndSet("default", reserved, renewed)).isFalse();
        assertThat(other.compareAndSet("default", shown.get(0), renewed)).isTrue();

        pair.failOver();
        assertThat(repeats.read("default", 0, 64).slots()).containsExactly(free);
    }
}
