package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandInterruptedException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Clients of Redis that refuse to close, as those of Lettuce do on an interrupted thread. */
class RedisConnectionTest {

    private final AtomicInteger refused = new AtomicInteger();

    private void refuse() {
        refused.incrementAndGet();
        throw new RedisCommandInterruptedException(new InterruptedException());
    }

    /** The session factory closes its connections before other parts, which must end too. */
    @Test
    @SuppressWarnings("NullAway") // No command is sent.
    void aRefusalStopsNoClose() {
        RedisConnection connection =
                new RedisConnection(() -> new RedisConnection.Opened(null, this::refuse), this::refuse);
        connection.commands();
        connection.close();
        assertThat(refused).hasValue(2);
    }
}
