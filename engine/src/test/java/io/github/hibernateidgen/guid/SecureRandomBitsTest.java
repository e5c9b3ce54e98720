package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.testing.Threads;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecureRandomBitsTest {

    /** Twice as many threads as stripes for any number of processors up to 8, so that they meet in the stripes. */
    private static final int THREADS = 64;

    private static final int DRAWS = 50_000;

    /** The words that come from the source first. */
    private static final int FEW = 32;

    /** The words of a stretch of the key stream. */
    private static final int STRETCH = 512;

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

    // How long bits lie in a buffer.

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

    /** Each stripe fetches once before and once after the generator forgets. */
    @Test
    void forgettingThrowsTheBitsOfEveryStripeAway() throws Exception {
        AtomicInteger fetched = new AtomicInteger();
        GuidGenerator generator = new GuidGenerator(
                GuidFormat.RFC_9562,
                GuidOrder.BYTES,
                InstantSource.fixed(Instant.EPOCH),
                () -> new SecureRandomBits(2, DeterministicSource::create, fetched::incrementAndGet));
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 2; i++) {
                Thread thread = new Thread(generator::nextGuid);
                thread.start();
                thread.join();
            }
            generator.forgetRandomBits();
        }
        assertThat(fetched).hasValue(6);
    }

    // Two images of one memory, whose sources give equal bytes.

    /** Images that have drawn a key and used so many words of its first stretch, and what their clocks read from then on. */
    private static List<Set<Long>> wordsOfImages(int used, long[] nanoTimes, long[] millis) {
        List<Set<Long>> images = new ArrayList<>();
        for (int image = 0; image < 2; image++) {
            AtomicLong nanoTime = new AtomicLong(7);
            SecureRandomBits bits = new SecureRandomBits(1, DeterministicSource::create, nanoTime::get);
            for (int i = 0; i < FEW + used; i++) {
                bits.applyAsLong(0);
            }
            nanoTime.set(nanoTimes[image]);
            Set<Long> words = new HashSet<>();
            for (int i = 0; i < 4 * STRETCH; i++) {
                words.add(bits.applyAsLong(millis[image]));
            }
            images.add(words);
        }
        return images;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # used | nanoTimes         | milliseconds | words in common
            1      | 8 and 8           | 0 and 0      | 2048
            1      | 8 and 9           | 0 and 0      | 511
            511    | 8 and 9           | 0 and 0      | 1
            512    | 8 and 9           | 0 and 0      | 0
            1      | 8 and 264         | 0 and 0      | 511
            1      | 8 and -8          | 0 and 0      | 511
            1      | 8 and 8           | 0 and 1      | 511
            1      | 8 and 8           | 2 and 3      | 511
            1      | 8 and 8           | 0 and 256    | 511
            1      | 8 and 8           | 255 and 999  | 511
            1      | 8 and 8           | 1001 and 1002 | 0
            1      | 8 and 9           | 1001 and 1001 | 0
            """)
    void imagesShareOneStretchAtMostAndNoneOfTheNextUnderTheSameKey(
            int used, String nanoTimes, String millis, int common) {
        List<Set<Long>> images = wordsOfImages(used, both(nanoTimes), both(millis));
        images.get(0).retainAll(images.get(1));
        assertThat(images.get(0)).hasSize(common);
    }

    private static long[] both(String text) {
        return Arrays.stream(text.split(" and ")).mapToLong(Long::parseLong).toArray();
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
