package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LateTest {

    private final List<String> ended = new ArrayList<>();

    @Test
    void isMadeOnceAndTriedAgainWhereItFailed() {
        AtomicInteger calls = new AtomicInteger();
        Late<String> late = new Late<>(() -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("not there");
            }
            return "connection " + calls;
        });
        assertThatThrownBy(late::get).hasMessage("not there");
        assertThat(late.get()).isEqualTo("connection 2");
        assertThat(late.get()).isEqualTo("connection 2");
        late.end(ended::add);
        assertThat(ended).containsExactly("connection 2");
    }

    @Test
    void whatWasNotMadeIsNotEnded() {
        new Late<>(() -> "connection").end(ended::add);
        assertThat(ended).isEmpty();
    }

    /** A server that does not answer holds up no shutdown, and gets no connection that stays open. */
    @Test
    void whatIsBeingMadeIsNotWaitedForAndEndsWhenItComes() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        Late<String> late = new Late<>(() -> {
            asked.countDown();
            try {
                assertThat(answers.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return "connection";
        });
        Thread thread = new Thread(late::get);
        thread.start();
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        late.end(ended::add);
        assertThat(ended).isEmpty();
        answers.countDown();
        thread.join();
        assertThat(ended).containsExactly("connection");
    }
}
