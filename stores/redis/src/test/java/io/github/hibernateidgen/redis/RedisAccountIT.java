package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The account that docs/stores/redis.md sets up has all rights that it needs, and a client without it has none. */
class RedisAccountIT {

    private static final StoredSlot SLOT = new StoredSlot(3, "first", 1000);

    /** Runs the commands of the page, each of which begins with ACL SETUSER. */
    private static void setUpAsDocumented(RedisClient client) throws IOException {
        List<String> page = Files.readAllLines(Path.of("..", "..", "docs", "stores", "redis.md"));
        List<String> commands =
                page.stream().filter(line -> line.startsWith("ACL SETUSER ")).toList();
        assertThat(commands).hasSize(3);
        try (var connection = client.connect()) {
            for (String command : commands) {
                CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
                List.of(command.substring("ACL ".length()).split(" ")).forEach(arguments::add);
                connection.sync().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments);
            }
        }
    }

    private static RedisClient documentedClient(TestRedis server) {
        return RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(server.port())
                .withAuthentication("idgen", "PASSWORD")
                .withTimeout(Duration.ofSeconds(5))
                .build());
    }

    @Test
    void documentedRightsServeWorkerNumbersAndSegmentsAndNothingElse() throws Exception {
        try (TestRedis server = TestRedis.startOrSkip();
                RedisClient anyone = RedisClient.create(server.uri());
                RedisClient account = documentedClient(server)) {
            setUpAsDocumented(anyone);

            ReservationStore store = new RedisReservationStore(account);
            assertThat(store.compareAndSet("default", null, SLOT)).isTrue();
            assertThat(store.compareAndSet("default", SLOT, new StoredSlot(3, "first", 2000)))
                    .isTrue();
            assertThat(store.read("default", 0, 64).millis()).as("the clock").isPresent();

            SegmentSource segments = new RedisSegmentStore(account, "idgen:segment:", Duration.ofMillis(10))
                    .source(new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, Duration.ofSeconds(10)));
            segments.open();
            assertThat(segments.fetch()).isEqualTo(new Segment(1, 50));
            assertThat(segments.fetch()).isEqualTo(new Segment(51, 100));

            try (var connection = account.connect()) {
                assertThatExceptionOfType(RedisCommandExecutionException.class)
                        .isThrownBy(() -> connection.sync().del("idgen:worker:default"))
                        .withMessageStartingWith("NOPERM");
                assertThatExceptionOfType(RedisCommandExecutionException.class)
                        .isThrownBy(() -> connection.sync().hset("others", "3", "x"))
                        .withMessageStartingWith("NOPERM");
            }
        }
    }

    @Test
    void clientWithoutTheAccountHasNoRight() throws Exception {
        try (TestRedis server = TestRedis.startOrSkip();
                RedisClient first = RedisClient.create(server.uri());
                RedisClient anyone = RedisClient.create(server.uri())) {
            try (var connection = anyone.connect()) {
                assertThat(connection.sync().hdel("idgen:worker:default", "3"))
                        .as("a new Redis lets everyone delete")
                        .isZero();
            }
            setUpAsDocumented(first);
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> new RedisReservationStore(anyone).read("default", 0, 64))
                    .withMessageContaining("NOAUTH")
                    .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
        }
    }
}
