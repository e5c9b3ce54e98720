package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.worker.WorkerRange;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTermsTest {

    private static final ReservationTerms TERMS = ReservationTerms.DEFAULT;

    @Test
    void changesOneTermAtATime() {
        Duration window = Duration.ofHours(24);
        Duration timeout = Duration.ofMinutes(10);
        Duration skew = Duration.ofSeconds(1);
        Duration settle = Duration.ofHours(8);
        ReservationTerms all = TERMS.withNamespace("orders")
                .withWindow(window)
                .withTimeout(timeout)
                .withMaxSkew(skew)
                .withSettle(settle);

        assertThat(all).isEqualTo(new ReservationTerms("orders", window, timeout, skew, settle, WorkerRange.ALL));
        assertThat(all.withNamespace("default"))
                .isEqualTo(new ReservationTerms("default", window, timeout, skew, settle, WorkerRange.ALL));
        assertThat(all.withTimeout(skew))
                .isEqualTo(new ReservationTerms("orders", window, skew, skew, settle, WorkerRange.ALL));
        assertThat(all.withMaxSkew(timeout))
                .isEqualTo(new ReservationTerms("orders", window, timeout, timeout, settle, WorkerRange.ALL));
        assertThat(all.withSettle(skew).withWindow(timeout))
                .isEqualTo(new ReservationTerms("orders", timeout, timeout, skew, skew, WorkerRange.ALL));
        WorkerRange range = new WorkerRange(512, 1023);
        assertThat(all.withRange(range)
                        .withSettle(skew)
                        .withNamespace("shop")
                        .withTimeout(skew)
                        .withMaxSkew(skew))
                .isEqualTo(new ReservationTerms("shop", window, skew, skew, skew, range));
        assertThat(all.withRange(range).withWindow(window).range()).isEqualTo(range);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 20_001})
    void refusesToSettleForMoreThanAThirdOfTheWindow(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withSettle(Duration.ofMillis(millis)))
                .withMessage("settle, at most a third of the window, [" + Duration.ofMillis(millis)
                        + "] is out of range; give 0s to 20s");
        assertThat(TERMS.withSettle(Duration.ofMillis(20_000)).settle()).hasSeconds(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 31_536_000_001L})
    void refusesASkewOutOfRange(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withMaxSkew(Duration.ofMillis(millis)))
                .withMessage("max-skew [" + Duration.ofMillis(millis) + "] is out of range; give 1s to 8760h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "-a", "a b", "a/b", "ä"})
    void refusesWhatIsNotANamespace(String namespace) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withNamespace(namespace))
                .withMessage(
                        "namespace [" + GivenText.shown(namespace) + "] is not a name; give 1 to 100 of the characters"
                                + " A-Z a-z 0-9 . _ -, the first a letter or digit");
    }

    @Test
    void limitsTheLengthOfANamespace() {
        assertThat(TERMS.withNamespace("n".repeat(100)).namespace()).hasSize(100);
        assertThatIllegalArgumentException().isThrownBy(() -> TERMS.withNamespace("n".repeat(101)));
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 86_400_001})
    void refusesAWindowOutOfRange(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withWindow(Duration.ofMillis(millis)))
                .withMessage("window [" + Duration.ofMillis(millis) + "] is out of range; give 1s to 24h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.000999999S", "PT10M0.001S", "PT2562047788015215H30M7.999999999S"})
    void refusesATimeoutOutOfRange(Duration timeout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withTimeout(timeout))
                .withMessage("timeout [" + timeout + "] is out of range; give 1ms to 10m");
    }
}
