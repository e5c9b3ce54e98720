package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.lettuce.core.AbstractRedisClient;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store refuses, and does not ask Redis for. */
class RedisSegmentStoreTest {

    private static final Supplier<AbstractRedisClient> UNUSED = () -> {
        throw new AssertionError("a client is asked for");
    };

    private static SegmentRequest request(Duration timeout) {
        return new SegmentRequest("orders", 50, 1, true, OptionalLong::empty, timeout);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "PT1M0.001S", "PT2562047788015215H30M7.999999999S"})
    void settlesForAMinuteAtMost(Duration settle) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedisSegmentStore(UNUSED, "shop:", settle))
                .withMessage("settle [" + settle + "] is out of range; give 0 ms to 60000 ms");
    }

    @Test
    void settlesForHalfOfTheTimeThatACallerWaits() {
        RedisSegmentStore store = new RedisSegmentStore(UNUSED, "shop:", Duration.ofSeconds(1));
        assertThat(store.source(request(Duration.ofSeconds(2))).size()).isEqualTo(50);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.source(request(Duration.ofMillis(1_999))))
                .withMessage(
                        "settle [1000 ms] is more than half of the time that a caller waits for a segment; give 0 ms"
                                + " to 999 ms, or let callers wait longer");
    }

    @Test
    void asksForNothingUntilASourceIsAsked() {
        RedisSegmentStore store = new RedisSegmentStore(UNUSED, "shop:", Duration.ZERO);
        SegmentSource source = store.source(request(Duration.ofSeconds(10)));
        assertThat(source.describe()).isEqualTo("Redis counter shop:orders");
        assertThat(source.isLost()).isFalse();
        store.close();
    }
}
