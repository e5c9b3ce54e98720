package io.github.hibernateidgen.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys have names, and tell nothing else. */
class SealKeysTest {

    private static final String OLD = Base64.getEncoder().encodeToString("0123456789abcdef".getBytes());
    private static final String NEW = Base64.getEncoder().encodeToString("0123456789abcdef0123456789ABCDEF".getBytes());

    @Test
    void textHasNamesAndKeysInOrder() {
        SealKeys keys = SealKeys.parse("b:" + NEW + ", a:" + OLD);
        assertThat(keys.names()).containsExactly("b", "a");
        SealKeys same = SealKeys.of("b", new SecretKeySpec("0123456789abcdef0123456789ABCDEF".getBytes(), "AES"))
                .and("a", () -> new SecretKeySpec("0123456789abcdef".getBytes(), "AES"));
        assertThat(new Seal(keys, "x").seal(5)).isEqualTo(new Seal(same, "x").seal(5));
        assertThat(new Seal(same, "x").openLong(new Seal(SealKeys.parse("a:" + OLD), "x").seal(5)))
                .isEqualTo(5);
    }

    @Test
    void itTellsNamesOnly() {
        SealKeys keys = SealKeys.parse("b:" + NEW + ",a:" + OLD);
        assertThat(keys).hasToString("keys [b, a]");
        assertThat(keys.all().get(0).toString()).doesNotContain(NEW);
        assertThat(new Seal(keys, "x").toString()).doesNotContain(NEW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MDEyMzQ1Njc4OWFiY2RlZg==                               | entry 1 of 1 has no name; write name:base64, and a comma before the next key
            MDEyMzQ1Njc4OWFiY2RlZg==:a                             | the text before the colon in entry 1 of 1 is not the name of a key; give 1 to 4 lower-case letters and digits
            b:MDEyMzQ1Njc4OWFiY2RlZg==, A:MDEyMzQ1Njc4OWFiY2RlZg== | the text before the colon in entry 2 of 2 is not the name of a key; give 1 to 4 lower-case letters and digits
            abcde:MDEyMzQ1Njc4OWFiY2RlZg==                         | the text before the colon in entry 1 of 1 is not the name of a key; give 1 to 4 lower-case letters and digits
            a:MDEyMzQ1Njc4OWFiY2RlZg==,                            | entry 2 of 2 has no name; write name:base64, and a comma before the next key
            a:secret-one                                           | key [a] is not in Base64; write name:base64
            a:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3                     | key [a] has 192 bits; give a key of 256 or 128 bits
            a:                                                     | key [a] has 0 bits; give a key of 256 or 128 bits
            a:MDEyMzQ1Njc4OWFiY2RlZg==,a:MDEyMzQ1Njc4OWFiY2RlZg==  | two keys are called [a]; give each a name of its own
            """)
    void whatIsNoKeyIsRefusedAndNotShown(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealKeys.parse(text))
                .withMessage(message)
                .withNoCause();
    }

    @Test
    void aKeyThatIsFetchedIsFetchedOnce() {
        AtomicInteger calls = new AtomicInteger();
        SealKeys keys = SealKeys.of("a", () -> {
            calls.incrementAndGet();
            return new SecretKeySpec(new byte[32], "AES");
        });
        assertThat(calls).hasValue(0);
        new Seal(keys, "x").seal(5);
        new Seal(keys, "y").seal(5);
        assertThat(calls).hasValue(1);
    }

    @Test
    void aKeyThatKeepsItsBytesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealKeys.of("a", new HiddenKey()))
                .withMessage("key [a] does not reveal its bytes; give a key that does, such as a data key that the key"
                        + " management service has decrypted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Seal(SealKeys.of("a", () -> new SecretKeySpec(new byte[24], "AES")), "x"))
                .withMessage("key [a] has 192 bits; give a key of 256 or 128 bits");
    }

    /** As of a hardware module. */
    private static final class HiddenKey implements SecretKey {

        private static final long serialVersionUID = 1L;

        @Override
        public String getAlgorithm() {
            return "AES";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }
}
