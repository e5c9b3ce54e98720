package io.github.hibernateidgen.internal.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedCallTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(50);

    private final CountDownLatch connection = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final CompletableFuture<Duration> sent = new CompletableFuture<>();
    private final CompletableFuture<Duration> asked = new CompletableFuture<>();
    private final CountDownLatch lateEnd = new CountDownLatch(1);

    private BoundedCall<String> started(Supplier<String> work) {
        return started(LONG, work);
    }

    private BoundedCall<String> started(Duration limit, Supplier<String> work) {
        BoundedCall<String> call = new BoundedCall<>("bounded-call-test", limit, work, lateEnd::countDown);
        call.start();
        return call;
    }

    private String callOverPool() {
        BoundedCall.waits();
        await(connection);
        sent.complete(BoundedCall.sends());
        await(answer);
        return "answer";
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void waitsForAConnectionForLongerThanForAnAnswer() throws Exception {
        answer.countDown();
        assertThat(started(SHORT, this::callOverPool).await(LONG, connection::countDown))
                .as("the connection comes only when the wait was reported")
                .isEqualTo("answer");
        assertThat(lateEnd.getCount()).isOne();
    }

    @Test
    void givesUpACallThatHasAConnectionAndNoAnswer() throws Exception {
        BoundedCall<String> call = started(SHORT, this::callOverPool);
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> call.await(LONG, connection::countDown));
        assertThat(sent.get(20, TimeUnit.SECONDS))
                .as("the limit of its statement")
                .isEqualTo(SHORT);
        assertThat(call.giveUp()).as("again").isTrue();

        answer.countDown();
        await(lateEnd);
    }

    @Test
    void sendsNothingOnAConnectionThatComesTooLate() {
        BoundedCall<String> call = started(SHORT, this::callOverPool);
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> call.await(SHORT, () -> {}));
        connection.countDown();
        await(lateEnd); // It would wait for the answer.
        assertThat(sent).isNotDone();
    }

    private String callOverPooler() {
        BoundedCall.waits();
        asked.complete(BoundedCall.asks());
        await(connection);
        return callOverPool();
    }

    @Test
    void waitsForTheFirstAnswerForTwiceTheLimitAndReportsItAsAWait() throws Exception {
        Duration limit = Duration.ofMillis(500);
        BoundedCall<String> call = started(limit, this::callOverPooler);
        List<BoundedCall.Step> reported = new ArrayList<>();
        long begin = System.nanoTime();
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> call.await(LONG, () -> reported.add(call.step())));
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(limit.multipliedBy(2), Duration.ofSeconds(20)); // Not for LONG, as for a connection.
        assertThat(reported).containsExactly(BoundedCall.Step.ASKS);
        assertThat(asked.join()).as("the limit of the code").isEqualTo(limit.multipliedBy(2));
        assertThat(call.step()).isEqualTo(BoundedCall.Step.ASKS);
        connection.countDown();
        await(lateEnd);
        assertThat(sent).isNotDone();
    }

    /** Each wait is reported, so that the last report says what the call waits for. */
    @Test
    void reportsTheWaitForAConnectionAndThenTheWaitForAServer() throws Exception {
        CountDownLatch borrowed = new CountDownLatch(1);
        BoundedCall<String> call = started(Duration.ofMillis(500), () -> {
            BoundedCall.waits();
            await(borrowed);
            BoundedCall.asks();
            await(answer);
            BoundedCall.sends();
            return "answer";
        });
        List<BoundedCall.Step> reported = new ArrayList<>();
        assertThat(call.await(LONG, () -> {
                    reported.add(call.step());
                    (reported.size() == 1 ? borrowed : answer).countDown();
                }))
                .isEqualTo("answer");
        assertThat(reported).containsExactly(BoundedCall.Step.WAITS, BoundedCall.Step.ASKS);
    }

    @Test
    void codeOutsideOfACallHasTheLongestLimit() {
        BoundedCall.waits();
        assertThat(BoundedCall.limit()).isEqualTo(Duration.ofSeconds(10));
        assertThat(BoundedCall.asks()).isEqualTo(Duration.ofSeconds(20));
        assertThat(BoundedCall.sends()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void givesUpACallThatReportsNothing() {
        BoundedCall<String> call = started(SHORT, () -> {
            await(answer);
            return "answer";
        });
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> call.await(LONG, () -> {
                    throw new AssertionError("it waits for no connection");
                }));
        answer.countDown();
        await(lateEnd);
    }

    @Test
    void makesNoCallThatWasGivenUpBefore() {
        BoundedCall<String> call = new BoundedCall<>("bounded-call-test", LONG, () -> "made", lateEnd::countDown);
        assertThat(call.giveUp()).isTrue();
        call.start();
        await(lateEnd);
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> call.await(LONG, () -> {}));
    }

    @Test
    void cannotGiveUpACallThatHasEnded() throws Exception {
        BoundedCall<String> call = started(() -> "answer");
        assertThat(call.await(LONG, () -> {})).isEqualTo("answer");
        assertThat(call.giveUp()).isFalse();
    }

    /** Languages other than Java may throw a checked exception anywhere. */
    @Test
    void throwsAnUnexpectedCheckedExceptionAsTheCause() {
        BoundedCall<String> call = started(() -> BoundedCallTest.<RuntimeException>sneak(new IOException("no")));
        assertThatIllegalStateException()
                .isThrownBy(() -> call.await(LONG, () -> {}))
                .withCauseInstanceOf(IOException.class);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> String sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
