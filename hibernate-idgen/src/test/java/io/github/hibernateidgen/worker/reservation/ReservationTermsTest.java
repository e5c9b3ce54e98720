package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTermsTest {

    private static final ReservationTerms TERMS = ReservationTerms.DEFAULT;

    @Test
    void hasDefaults() {
        assertThat(TERMS)
                .isEqualTo(new ReservationTerms(
                        "default", Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofHours(1)));
    }

    @Test
    void changesOneTermAtATime() {
        assertThat(TERMS.withNamespace("orders"))
                .isEqualTo(new ReservationTerms("orders", TERMS.window(), TERMS.patience(), TERMS.maxSkew()));
        assertThat(TERMS.withWindow(Duration.ofHours(24)))
                .isEqualTo(new ReservationTerms("default", Duration.ofHours(24), TERMS.patience(), TERMS.maxSkew()));
        assertThat(TERMS.withPatience(Duration.ofMinutes(10)))
                .isEqualTo(new ReservationTerms("default", TERMS.window(), Duration.ofMinutes(10), TERMS.maxSkew()));
        assertThat(TERMS.withMaxSkew(Duration.ofSeconds(1)))
                .isEqualTo(new ReservationTerms("default", TERMS.window(), TERMS.patience(), Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 31_536_000_001L})
    void refusesASkewOutOfRange(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withMaxSkew(Duration.ofMillis(millis)))
                .withMessage("max-skew [" + millis + " ms] is out of range; give 1000 ms to 31536000000 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "-a", "a b", "a/b", "ä"})
    void refusesWhatIsNotANamespace(String namespace) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withNamespace(namespace))
                .withMessage("namespace [" + namespace + "] is not a name; give 1 to 100 of the characters"
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
                .withMessage("window [" + millis + " ms] is out of range; give 1000 ms to 86400000 ms");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 600_001})
    void refusesAPatienceOutOfRange(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TERMS.withPatience(Duration.ofMillis(millis)))
                .withMessage("patience [" + millis + " ms] is out of range; give 1 ms to 600000 ms");
    }
}
