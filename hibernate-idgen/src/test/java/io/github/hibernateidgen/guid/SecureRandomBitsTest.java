package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.testing.Threads;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
            Arrays.setAll(drawn, i -> bits.applyAsLong(0));
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
        assertThat(one.applyAsLong(0)).isNotEqualTo(other.applyAsLong(0));
    }

    /** Each bit is 1 about half of the time: 100,000 draws stay within 2 % (12 standard deviations). */
    @Test
    void eachOfThe64BitsIsOneHalfOfTheTime() {
        SecureRandomBits bits = new SecureRandomBits();
        int[] ones = new int[64];
        for (int i = 0; i < 100_000; i++) {
            long drawn = bits.applyAsLong(0);
            for (int bit = 0; bit < 64; bit++) {
                ones[bit] += (int) (drawn >>> bit & 1);
            }
        }
        assertThat(Arrays.stream(ones).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(48_000, 52_000));
    }

    // How long bits lie in a buffer. A source that is asked is asked for 4 KiB.

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # first at            | then at             | fetches
            1000                  | 1000                | 1
            1000                  | 2000                | 1
            1000                  | 2001                | 2
            1000                  | 999                 | 2
            1000                  | -1000               | 2
            -1000                 | 0                   | 1
            -1000                 | 1                   | 2
            0                     | 9223372036854775807 | 2
            9223372036854775807   | 0                   | 2
            -9223372036854775808  | 9223372036854775807 | 2
            9223372036854775807   | -9223372036854775808 | 2
            """)
    void bitsOlderThanASecondOrOfTheFutureAreThrownAway(long first, long then, int fetches) {
        AtomicInteger fetched = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(1, DeterministicSource::create, fetched::incrementAndGet);
        bits.applyAsLong(first);
        bits.applyAsLong(then);
        bits.applyAsLong(then);
        assertThat(fetched).hasValue(fetches);
    }

    /** 10,000 virtual threads that spun until one of the stripes was free kept both carriers from the threads that held them. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void threadsDoNotWaitForAPausedHolderOfTheOnlyStripe() throws Exception {
        CountDownLatch paused = new CountDownLatch(1);
        Semaphore goesOn = new Semaphore(0);
        AtomicInteger fetched = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(1, SecureRandom::new, () -> {
            if (fetched.incrementAndGet() == 1) {
                paused.countDown();
                goesOn.acquireUninterruptibly();
            }
            return System.nanoTime();
        });
        Set<Long> drawn = ConcurrentHashMap.newKeySet();
        Thread holder = new Thread(() -> drawn.add(bits.applyAsLong(0)));
        holder.start();
        paused.await();
        drawn.add(bits.applyAsLong(0));
        drawn.add(bits.applyAsLong(0));
        assertThat(drawn).hasSize(2);
        goesOn.release();
        holder.join();
        assertThat(drawn).hasSize(3);
    }

    @Test
    void forgettingThrowsTheBitsOfEveryStripeAway() throws Exception {
        AtomicInteger fetched = new AtomicInteger();
        SecureRandomBits bits = new SecureRandomBits(2, DeterministicSource::create, fetched::incrementAndGet);
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 2; i++) {
                Thread thread = new Thread(() -> bits.applyAsLong(0));
                thread.start();
                thread.join();
            }
            bits.forget();
        }
        assertThat(fetched).hasValue(6);
    }

    /** What is mixed in adds to the seed: a source that has not seeded itself yet would take it for the seed. */
    @ParameterizedTest
    @ValueSource(strings = {"NativePRNG", "DRBG", "SHA1PRNG"})
    void sourcesThatSeedThemselvesStayUnpredictable(String algorithm) throws Exception {
        List<SecureRandomBits> two = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            SecureRandom source;
            try {
                source = SecureRandom.getInstance(algorithm);
            } catch (NoSuchAlgorithmException e) {
                assumeTrue(false, e.getMessage());
                throw e;
            }
            two.add(new SecureRandomBits(1, () -> source, () -> 7));
        }
        assertThat(two.get(0).applyAsLong(0)).isNotEqualTo(two.get(1).applyAsLong(0));
    }
}
