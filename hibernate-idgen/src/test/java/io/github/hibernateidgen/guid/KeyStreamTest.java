package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which bits a key gives, and how long it is used. */
class KeyStreamTest {

    /** Source: NIST SP 800-38A, F.5.1, the output blocks. */
    @Test
    void isAesInCounterMode() {
        KeyStream stream = new KeyStream();
        byte[] bits = new byte[64];
        for (int i = 0; i < 2; i++) {
            stream.key(hex("2b7e151628aed2a6abf7158809cf4f3c"));
            stream.fill(hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"), bits);
            assertThat(bits)
                    .isEqualTo(hex("ec8cdf7398607cb0f2d21675ea9ea1e4362b7c3c6773516318a077d7fc5073ae"
                            + "6a2cc3787889374fbeb4c81b17ba6c44e89c399ff0f198c6d40a31db156cabfe"));
        }
    }

    /** Draws of 16 bytes: one more where a key is drawn too, and one before the first of all. */
    @Test
    void aKeyIsDrawnAnewAfterASecondABackwardStepForgettingAnd64Buffers() {
        AtomicInteger draws = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(1, () -> counting(draws), () -> 7);
        List<Integer> drawn = new ArrayList<>();
        buffers(bits, 1, 1000);
        drawn.add(draws.getAndSet(0));
        buffers(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        buffers(bits, 1, 2001);
        drawn.add(draws.getAndSet(0));
        buffers(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        bits.forget();
        buffers(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        buffers(bits, 63, 2000);
        drawn.add(draws.getAndSet(0));
        buffers(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        assertThat(drawn).containsExactly(3, 1, 2, 2, 2, 63, 2);
    }

    private static void buffers(SecureRandomBits bits, int count, long millis) {
        for (int i = 0; i < count * 512; i++) {
            bits.applyAsLong(millis);
        }
    }

    private static SecureRandom counting(AtomicInteger draws) {
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                assertThat(bytes).hasSize(16);
                draws.incrementAndGet();
                super.nextBytes(bytes);
            }
        };
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
