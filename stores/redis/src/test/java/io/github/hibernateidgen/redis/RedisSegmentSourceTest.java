package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentException;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.testing.Threads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is issued of a counter that may be lost, on one in memory. */
class RedisSegmentSourceTest {

    private final FakeCounter counter = new FakeCounter();
    private final TreeSet<Long> rows = new TreeSet<>();
    private final AtomicInteger tokens = new AtomicInteger();

    private RedisSegmentSource source(long size, long first) {
        return source(size, first, true);
    }

    private RedisSegmentSource source(long size, long first, boolean mayMake) {
        return source(request(size, first, mayMake, this::highest), () -> "token" + tokens.incrementAndGet());
    }

    private RedisSegmentSource source(SegmentRequest request, Supplier<String> tokens) {
        return new RedisSegmentSource(
                counter, request, tokens, new ConcurrentHashMap<>(), RedisSegmentSource.Settling.of(Duration.ZERO));
    }

    private static SegmentRequest request(long size, long first, boolean mayMake, Supplier<OptionalLong> highest) {
        return new SegmentRequest("orders", size, first, mayMake, highest, Duration.ofSeconds(10));
    }

    private SegmentRequest request() {
        return request(50, 1, true, this::highest);
    }

    private RedisSegmentSource source() {
        return source(50, 1);
    }

    private OptionalLong highest() {
        return rows.isEmpty() ? OptionalLong.empty() : OptionalLong.of(rows.last());
    }

    @Test
    void makesTheCounterWhereNothingIsInUse() {
        assertThat(source().fetch()).isEqualTo(new Segment(1, 50));
        assertThat(source(10, 1).fetch()).isEqualTo(new Segment(51, 60));
    }

    /** The database that is asked may wait for a thread that wants a segment too. */
    @Test
    void holdsNoLockWhileItAsksForTheHighestNumberInUse() throws Exception {
        CyclicBarrier bothAsk = new CyclicBarrier(2);
        AtomicInteger looks = new AtomicInteger();
        SegmentRequest request = request(50, 1, true, () -> {
            if (looks.incrementAndGet() <= 2) {
                assertThatCode(() -> bothAsk.await(10, TimeUnit.SECONDS)).doesNotThrowAnyException();
            }
            return OptionalLong.empty();
        });
        RedisSegmentSource shared = source(request, () -> "token" + tokens.incrementAndGet());
        assertThat(Threads.callTogether(2, shared::fetch))
                .containsExactlyInAnyOrder(new Segment(1, 50), new Segment(51, 100));
    }

    @Test
    void beginsWhereItIsTold() {
        assertThat(source(50, 1_000).fetch()).isEqualTo(new Segment(1_000, 1_049));
        assertThat(source(50, 5_000).fetch()).isEqualTo(new Segment(1_050, 1_099));
    }

    /** Others may have numbers of it in rows that are not looked at here: a shared counter, another tenant. */
    @Test
    void doesNotMakeACounterThatOthersMayHaveNumbersOf() {
        assertThatThrownBy(() -> source(50, 100, false).open())
                .isInstanceOf(NumbersLostException.class)
                .hasMessage("Redis counter orders is missing, and other processes may have its numbers, so this process"
                        + " does not create it; stop all processes that take numbers from it, run [HSET orders"
                        + " value 99 token token1] in Redis, with a higher value if numbers above [99] are in"
                        + " use, and start the processes again");
        assertThat(counter.value()).isNull();
        counter.set(99L, "token1");
        assertThat(source(50, 100, false).fetch()).isEqualTo(new Segment(100, 149));
    }

    /** What another tenant has buffered may be given out again after the repair. */
    @Test
    void whatOneFindsLostIsLostForAllThatShareTheCounter() {
        RedisSegmentSource one = source();
        RedisSegmentSource other = one.sharing(request());
        one.fetch();
        rows.add(other.fetch().last());
        assertThat(other.isLost()).isFalse();
        counter.forget();
        assertThatThrownBy(one::fetch).isInstanceOf(NumbersLostException.class);
        assertThat(one.isLost()).isTrue();
        assertThat(other.isLost()).isTrue();
        counter.set(100L, "by hand");
        assertThatThrownBy(other::fetch).isInstanceOf(NumbersLostException.class);
        RedisSegmentSource begunAfterTheRepair = one.sharing(request());
        assertThat(begunAfterTheRepair.fetch()).isEqualTo(new Segment(101, 150));
        assertThat(begunAfterTheRepair.isLost()).isFalse();
    }

    /** Redis that has lost its last writes keeps the token, and another tenant may ask first. */
    @Test
    void whatOneWasGivenNoneThatSharesTheCounterIsGivenAgain() {
        RedisSegmentSource one = source();
        RedisSegmentSource other = one.sharing(request());
        RedisSegmentSource begunAfterTheLoss = one.sharing(request());
        other.fetch();
        one.fetch();
        String token = counter.token();
        counter.set(50L, token);
        assertThatThrownBy(begunAfterTheLoss::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessageContaining("was below [100], which it had reached before");
        assertThat(one.isLost()).isTrue();
        counter.set(100L, token);
        assertThatThrownBy(other::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessageContaining("was below [100]");
    }

    @Test
    void sendsNothingBeforeItIsUsed() {
        source();
        assertThat(counter.value()).isNull();
    }

    @Test
    void goesOnAboveWhatIsInUse() {
        counter.set(500L, "a");
        rows.add(500L);
        assertThat(source().fetch()).isEqualTo(new Segment(501, 550));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    |   | 500 | is missing, but numbers up to [500] are in use, so Redis has lost it, or it was never made | 500
                499 | a | 500 | is at [499], but numbers up to [500] are in use, so it would hand out numbers again | 500
                600 |   | 500 | has no token, so a process has found it set back, or it was made by hand | 600
                600 |   |     | has no token, so a process has found it set back, or it was made by hand | 600
                    | a | 500 | has no value, so a process has found it set back, or it was made by hand | 500
                    | a |     | has no value, so a process has found it set back, or it was made by hand | 0
                """)
    void refusesACounterThatIsNotAboveWhatIsInUse(Long value, String token, Long inUse, String seen, long repaired) {
        counter.set(value, token);
        if (inUse != null) {
            rows.add(inUse);
        }
        assertThatThrownBy(() -> source().open())
                .isInstanceOf(NumbersLostException.class)
                .hasMessage("Redis counter orders " + seen
                        + "; stop all processes that take numbers from it, run [HSET orders value " + repaired
                        + " token token1] in Redis, with a higher value if numbers above [" + repaired
                        + "] are in use, and start the processes again");
        assertThat(counter.value()).isEqualTo(value);
        counter.set(repaired, "token1");
        assertThat(source().fetch()).isEqualTo(new Segment(repaired + 1, repaired + 50));
    }

    /** Between its look at the rows and the making of the counter, others may have used numbers that Redis lost then. */
    @Test
    void whoMakesTheCounterLooksTwice() {
        List<OptionalLong> looks = new ArrayList<>(List.of(OptionalLong.empty(), OptionalLong.of(500)));
        RedisSegmentSource source = source(request(50, 1, true, () -> looks.remove(0)), () -> "a");
        assertThatThrownBy(source::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessageContaining("is at [0], but numbers up to [500] are in use");
    }

    @Test
    void aFlushBetweenTwoFetchesIsSeen() {
        RedisSegmentSource source = source();
        rows.add(source.fetch().last());
        counter.forget();
        assertThatThrownBy(source::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessage(
                        "Redis counter orders is not the counter that this process began with, so Redis has lost that"
                                + " counter, or it was created again; stop all processes that take numbers from it,"
                                + " and start one of them: its message has the command that repairs the counter");
        assertThatThrownBy(() -> source().fetch())
                .hasMessageContaining("is missing, but numbers up to [50] are in use");
        counter.set(50L, "by hand");
        assertThatThrownBy(source::fetch).isInstanceOf(NumbersLostException.class);
        assertThat(source().fetch()).isEqualTo(new Segment(51, 100));
    }

    /** A replica that lags, or a file that is a second old: the token is the same, the value is not. */
    @Test
    void aCounterThatWasSetBackIsSeenByWhoHadItsNumbersAndThenByAll() {
        RedisSegmentSource one = source();
        RedisSegmentSource other = source();
        other.fetch();
        one.fetch();
        counter.set(50L, counter.token());
        assertThatThrownBy(one::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessageContaining("was below [100], which it had reached before, so Redis has lost its last");
        assertThatThrownBy(other::fetch).isInstanceOf(NumbersLostException.class);
        assertThatThrownBy(() -> source().open()).hasMessageContaining("has no token");
    }

    /** Settles at once, after something has happened. */
    private RedisSegmentSource settling(Supplier<String> tokens, Runnable meanwhile) {
        AtomicLong clock = new AtomicLong();
        return new RedisSegmentSource(
                counter,
                request(),
                tokens,
                new ConcurrentHashMap<>(),
                new RedisSegmentSource.Settling(2_000, clock::get, nanos -> {
                    meanwhile.run();
                    clock.addAndGet(nanos);
                }));
    }

    private Supplier<String> texts(String name) {
        AtomicInteger count = new AtomicInteger();
        return () -> name + count.incrementAndGet();
    }

    /** Who starts, or opens the counter for a new tenant, sees a value that Redis may still lose. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoOpensTheCounterBesideNumbersThatAreLostStopsNobody(boolean isTenant) {
        RedisSegmentSource old = settling(texts("old"), () -> {});
        old.open();
        FakeCounter.Content before = counter.content();
        RedisSegmentSource opens = isTenant ? old.sharing(request()) : settling(texts("new"), () -> {});
        RedisSegmentSource loses = settling(texts("loses"), () -> {
            opens.open();
            counter.failOver(before);
        });
        assertThat(loses.fetch().isEmpty()).isTrue();
        assertThat(opens.fetch()).isEqualTo(new Segment(1, 50));
        assertThat(old.fetch()).isEqualTo(new Segment(51, 100));
        assertThat(loses.isLost()).isFalse();
        settling(texts("restarted"), () -> {}).open();
    }

    /** Copies of a process may draw the same random texts, so their requests are equal. */
    @Test
    void copiesOfAProcessShareNoNumber() {
        settling(texts("first"), () -> {}).open();
        FakeCounter.Content before = counter.content();
        RedisSegmentSource copy = settling(texts("copy"), () -> {});
        copy.open();
        RedisSegmentSource original = settling(texts("copy"), () -> {
            counter.failOver(before);
            assertThat(counter.add(counter.token(), 0, 50, "copy2").value()).isEqualTo(50);
        });
        original.open();
        assertThat(original.fetch().isEmpty())
                .as("the copy's numbers are the original's")
                .isTrue();
        counter.failOver(before);
        assertThat(copy.fetch()).isEqualTo(new Segment(1, 50));
    }

    /** The driver has sent the request that makes the counter twice, and Redis was flushed before the second one came. */
    @Test
    void aCounterThatTheSameRequestMakesAgainIsAnotherCounter() {
        RedisSegmentSource quiet = source();
        quiet.open();
        Segment issued = source().fetch();
        rows.add(issued.last());
        counter.forget();
        counter.open(0L, "token1");
        assertThatThrownBy(quiet::fetch)
                .isInstanceOf(NumbersLostException.class)
                .hasMessageContaining("is not the counter that this process began with");
    }

    /** What was buffered may be given again once somebody has made the counter anew. */
    @Test
    void aLostCounterEndsWhatIsBuffered() {
        SegmentGenerator generator =
                new SegmentGenerator(source(), OffsetAndStep.ALL, SegmentLimits.DEFAULT, Runnable::run, () -> 0);
        for (long id = 1; id <= 25; id++) {
            assertThat(generator.nextId()).isEqualTo(id);
        }
        assertThat(generator.statistics().buffered()).isEqualTo(75);
        counter.forget();
        AtomicLong last = new AtomicLong();
        assertThatThrownBy(() -> {
                    while (true) {
                        last.set(generator.nextId());
                    }
                })
                .isInstanceOf(SegmentException.class)
                .hasMessageStartingWith(
                        "Redis counter orders returned no usable segment: Redis counter orders is not the counter");
        assertThat(last.get()).isLessThan(100);
    }

    @Test
    void refusesNumbersBelowOne() {
        assertThatThrownBy(() -> source(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a segment's size is [0]; a counter in Redis takes 1 or more");
        assertThatThrownBy(() -> source(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the first number is [0]; a counter in Redis takes 1 or more");
    }

    /** One that issues what it has fetched, and puts each number into a row at once. */
    private final class Writer {

        private final RedisSegmentSource source;
        private final Deque<Long> buffered = new ArrayDeque<>();

        Writer(RedisSegmentSource source) {
            this.source = source;
        }

        long issue() {
            if (buffered.isEmpty()) {
                Segment segment = source.fetch();
                for (long number = segment.first(); number <= segment.last(); number++) {
                    buffered.add(number);
                }
            }
            long number = buffered.remove();
            rows.add(number);
            return number;
        }
    }

    /** Writers start, write and end, Redis is flushed, and an operator does what the message says: no number twice. */
    @Test
    void noNumberIsIssuedTwiceWhateverIsLostAsAWhole() {
        Random random = TestSeed.random();
        int refused = 0;
        int issued = 0;
        for (int run = 0; run < 200; run++) {
            counter.forget();
            rows.clear();
            rows.add(0L); // What is flushed before there is a row is not seen.
            List<Writer> writers = new ArrayList<>();
            Set<Long> ids = new HashSet<>();
            for (int step = 0; step < 100; step++) {
                int event = random.nextInt(20);
                if (event == 0) {
                    counter.forget();
                } else if (event == 1 && !writers.isEmpty()) {
                    writers.remove(random.nextInt(writers.size()));
                } else if (event <= 3 || writers.isEmpty()) {
                    writers.add(new Writer(source(1 + random.nextInt(9), 1)));
                } else {
                    try {
                        long id = writers.get(random.nextInt(writers.size())).issue();
                        assertThat(ids.add(id))
                                .as(id + ", " + TestSeed.describe())
                                .isTrue();
                        issued++;
                    } catch (NumbersLostException e) {
                        refused++;
                        if (random.nextBoolean()) {
                            writers.clear();
                            counter.set(rows.last(), "repaired" + tokens.incrementAndGet());
                        }
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(100);
        assertThat(issued).isGreaterThan(1_000);
    }
}
