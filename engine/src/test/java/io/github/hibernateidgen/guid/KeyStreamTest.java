package io.github.hibernateidgen.guid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Which bits a key gives, and how long it is used. */
class KeyStreamTest {

    /** Source: NIST SP 800-38A, F.5.1, the output blocks. */
    @Test
    void isAesInCounterMode() {
        KeyStream stream = requireNonNull(KeyStream.ifSupported());
        byte[] bits = new byte[64];
        for (int i = 0; i < 2; i++) {
            stream.key(hex("2b7e151628aed2a6abf7158809cf4f3c"));
            stream.fill(hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"), bits);
            assertThat(bits)
                    .isEqualTo(hex("ec8cdf7398607cb0f2d21675ea9ea1e4362b7c3c6773516318a077d7fc5073ae"
                            + "6a2cc3787889374fbeb4c81b17ba6c44e89c399ff0f198c6d40a31db156cabfe"));
        }
    }

    @Test
    void isOneStreamInPieces() throws GeneralSecurityException {
        byte[] key = hex("2b7e151628aed2a6abf7158809cf4f3c");
        byte[] start = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
        byte[] piece = new byte[KeyStream.PIECE_BYTES];
        KeyStream stream = requireNonNull(KeyStream.ifSupported());
        stream.key(key);

        stream.fill(start, piece);
        assertThat(piece).isEqualTo(cipher.update(new byte[piece.length]));
        for (int i = 0; i < 15; i++) {
            stream.fill(null, piece);
            assertThat(piece).isEqualTo(cipher.update(new byte[piece.length]));
        }
    }

    /**
     * Draws: one for the few bits that come first, one for each key, one before the first of all, and one for each start: by the call
     * that takes the last bits of the stretch before it, or with the key.
     */
    @Test
    void aKeyIsDrawnAnewAfterASecondABackwardStepAnd64Stretches() {
        AtomicInteger draws = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(1, () -> counting(draws, new AtomicBoolean()), () -> 7);
        List<Integer> drawn = new ArrayList<>();
        few(bits, 1000);
        stretches(bits, 1, 1000);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 1, 2001);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 62, 2000);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        stretches(bits, 1, 2000);
        drawn.add(draws.getAndSet(0));
        assertThat(drawn).containsExactly(2 + 2 + 1, 1, 2 + 1, 2 + 1, 62, 0, 2 + 1);
    }

    /** A start needs no seed: the clocks are part of it. */
    @Test
    void theClocksAreMixedIntoTheSourceBeforeItsBitsAndEachKey() {
        List<String> calls = new ArrayList<>();
        SecureRandomBits bits = new SecureRandomBits(1, () -> noting(calls), () -> 7);
        few(bits, 1000);
        stretches(bits, 1, 1000);
        stretches(bits, 1, 2001);
        bits.applyAsLong(4000);
        assertThat(calls)
                .containsExactly(
                        "16", "seed", "256", "seed", "16", "16", "16", "seed", "16", "16", "16", "seed", "16", "16");
    }

    @Test
    void aStripeThatIsAskedSeldomDrawsItsBitsFromTheSource() {
        AtomicInteger draws = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(1, () -> counting(draws, new AtomicBoolean()), () -> 7);
        for (long millis = 0; millis < 20_000; millis += 2000) {
            bits.applyAsLong(millis);
        }
        assertThat(draws).hasValue(1 + 10);
    }

    /** The third draw of 16 bytes is the second start, by the call that ends the first stretch; the fourth fails. */
    @Test
    void aStartIsUsedOnceThoughTheSourceFailsToGiveTheNext() {
        AtomicInteger draws = new AtomicInteger();
        AtomicBoolean fails = new AtomicBoolean();
        SecureRandomBits bits = new SecureRandomBits(1, () -> counting(draws, fails), () -> 7);
        few(bits, 1000);
        stretches(bits, 1, 1000);
        for (int i = 0; i < 511; i++) {
            bits.applyAsLong(1000);
        }
        fails.set(true);
        assertThatIllegalStateException().isThrownBy(() -> bits.applyAsLong(1000));
        fails.set(false);
        draws.set(0);
        bits.applyAsLong(1000);
        assertThat(draws).hasValue(1);
    }

    @Test
    void aCipherThatFillsTooFewBytesIsNamed() {
        Provider provider = new Provider("Short", "1", "fills no byte") {
            private static final long serialVersionUID = 1L;
        };
        provider.put("Cipher.AES/CTR/NoPadding", ShortCipher.class.getName());
        Security.insertProviderAt(provider, 1);
        try {
            SecureRandomBits bits = new SecureRandomBits(1, SecureRandom::new, () -> 7);
            few(bits, 1000);
            assertThatIllegalStateException()
                    .isThrownBy(() -> bits.applyAsLong(1000))
                    .withMessageContaining("provider [Short")
                    .withMessageContaining("filled [0] of [256] bytes");
        } finally {
            Security.removeProvider("Short");
        }
    }

    @Test
    void withoutTheCipherAllBitsComeFromTheSource() {
        Provider[] all = Security.getProviders();
        for (Provider provider : all) {
            if (provider.getService("Cipher", "AES/CTR/NoPadding") != null
                    || provider.getName().equals("SunJCE")) {
                Security.removeProvider(provider.getName());
            }
        }
        try {
            assertThat(KeyStream.ifSupported()).isNull();
            SecureRandomBits bits = new SecureRandomBits(1, SecureRandom::new, () -> 7);
            Set<Long> drawn = new HashSet<>();
            for (int i = 0; i < 10_000; i++) {
                drawn.add(bits.applyAsLong(0));
            }
            assertThat(drawn).hasSize(10_000);
        } finally {
            for (int i = 0; i < all.length; i++) {
                Security.insertProviderAt(all[i], i + 1);
            }
        }
        assertThat(Security.getProviders()).containsExactly(all);
    }

    private static void few(SecureRandomBits bits, long millis) {
        for (int i = 0; i < 32; i++) {
            bits.applyAsLong(millis);
        }
    }

    private static void stretches(SecureRandomBits bits, int count, long millis) {
        for (int i = 0; i < count * 512; i++) {
            bits.applyAsLong(millis);
        }
    }

    private static SecureRandom counting(AtomicInteger draws, AtomicBoolean fails) {
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                assertThat(bytes.length).isIn(16, 256);
                if (fails.get()) {
                    throw new IllegalStateException("no entropy");
                }
                draws.incrementAndGet();
                super.nextBytes(bytes);
            }
        };
    }

    private static SecureRandom noting(List<String> calls) {
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                calls.add("" + bytes.length);
                super.nextBytes(bytes);
            }

            @Override
            public void setSeed(byte[] seed) {
                calls.add("seed");
                super.setSeed(seed);
            }
        };
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    /** A cipher that fills no byte. */
    public static final class ShortCipher extends CipherSpi {

        @Override
        protected void engineSetMode(String mode) {}

        @Override
        protected void engineSetPadding(String padding) {}

        @Override
        protected int engineGetBlockSize() {
            return 16;
        }

        @Override
        protected int engineGetOutputSize(int length) {
            return length;
        }

        @Override
        protected byte[] engineGetIV() {
            return new byte[16];
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            return null;
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) {}

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random) {}

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {}

        @Override
        protected byte[] engineUpdate(byte[] in, int offset, int length) {
            return new byte[0];
        }

        @Override
        protected int engineUpdate(byte[] in, int offset, int length, byte[] out, int outOffset) {
            return 0;
        }

        @Override
        protected byte[] engineDoFinal(byte[] in, int offset, int length) {
            return new byte[0];
        }

        @Override
        protected int engineDoFinal(byte[] in, int offset, int length, byte[] out, int outOffset) {
            return 0;
        }
    }
}
