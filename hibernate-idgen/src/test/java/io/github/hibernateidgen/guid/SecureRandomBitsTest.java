package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.Threads;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecureRandomBitsTest {

    /** Twice as many threads as stripes for any number of processors up to 8, so that they meet in the stripes. */
    private static final int THREADS = 64;

    private static final int DRAWS = 50_000;

    /** A buffer that two threads read at once, or that is not refilled, would give the same bits twice. */
    @Test
    void manyThreadsNeverDrawTheSameBits() throws Exception {
        SecureRandomBits bits = new SecureRandomBits();
        List<long[]> draws = Threads.callTogether(THREADS, () -> {
            long[] drawn = new long[DRAWS];
            Arrays.setAll(drawn, i -> bits.getAsLong());
            return drawn;
        });
        long[] all = draws.stream().flatMapToLong(Arrays::stream).toArray();
        Arrays.sort(all);
        int repeated = 0;
        for (int i = 1; i < all.length; i++) {
            repeated += all[i] == all[i - 1] ? 1 : 0;
        }
        assertThat(all).hasSize(THREADS * DRAWS);
        assertThat(repeated).isZero();
    }

    @Test
    void twoSourcesDrawDifferentBits() {
        SecureRandomBits one = new SecureRandomBits();
        SecureRandomBits other = new SecureRandomBits();
        assertThat(one.getAsLong()).isNotEqualTo(other.getAsLong());
    }

    /** Each bit is 1 about half of the time: 100,000 draws stay within 2 % (12 standard deviations). */
    @Test
    void eachOfThe64BitsIsOneHalfOfTheTime() {
        SecureRandomBits bits = new SecureRandomBits();
        int[] ones = new int[64];
        for (int i = 0; i < 100_000; i++) {
            long drawn = bits.getAsLong();
            for (int bit = 0; bit < 64; bit++) {
                ones[bit] += (int) (drawn >>> bit & 1);
            }
        }
        assertThat(Arrays.stream(ones).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(48_000, 52_000));
    }
}
