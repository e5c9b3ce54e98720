package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.util.Throwables.getStackTrace;

import io.github.hibernateidgen.testing.DriverMessages;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which errors of Redis end a start at once. */
class RedisRefusalTest {

    static List<Arguments> failures() {
        return List.of(
                Arguments.of(new RedisCommandExecutionException("NOAUTH Authentication required."), true),
                Arguments.of(new RedisCommandExecutionException("NOPERM this user has no permissions"), true),
                Arguments.of(
                        new RedisConnectionException(
                                "Unable to connect", new RedisCommandExecutionException("WRONGPASS invalid")),
                        true),
                Arguments.of(new RedisConnectionException("Unable to connect"), false),
                Arguments.of(new RedisCommandExecutionException("LOADING Redis is loading the dataset"), false));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void lasts(RedisException failure, boolean permanent) {
        RedisReservationStore store = new RedisReservationStore(
                () -> {
                    throw failure;
                },
                "idgen:worker:");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 64))
                .satisfies(thrown -> assertThat(thrown.isPermanent()).isEqualTo(permanent));
    }

    @Test
    void noPasswordOfAClientsMessageIsShown() {
        for (String message : DriverMessages.of(1_000, TestSeed.random())) {
            RedisReservationStore store = new RedisReservationStore(
                    () -> {
                        throw new RedisConnectionException(message, new RedisException(message));
                    },
                    "idgen:worker:");
            assertThatExceptionOfType(ReservationStoreException.class)
                    .as(message)
                    .isThrownBy(() -> store.read("default", 0, 64))
                    .satisfies(thrown ->
                            assertThat(getStackTrace(thrown)).contains("***").doesNotContain(DriverMessages.SECRET));
        }
    }
}
