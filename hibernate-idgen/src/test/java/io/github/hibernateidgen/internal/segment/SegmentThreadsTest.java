package io.github.hibernateidgen.internal.segment;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fetches of a store that has gone without a word keep their threads, and not those of others. */
class SegmentThreadsTest {

    private final AtomicLong now = new AtomicLong();
    private final SegmentThreads threads = new SegmentThreads(2, now::get);
    private final CountDownLatch back = new CountDownLatch(1);

    @AfterEach
    void end() {
        back.countDown();
        threads.end().run();
    }

    private void hang(int fetches) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(fetches);
        for (int i = 0; i < fetches; i++) {
            threads.execute(() -> {
                begun.countDown();
                await(back);
            });
        }
        assertThat(begun.await(10, SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void fetchesBeginWhereOthersHang() throws InterruptedException {
        hang(2);
        CountDownLatch fetched = new CountDownLatch(2);
        threads.execute(fetched::countDown);
        now.addAndGet(SECONDS.toNanos(10));
        threads.execute(fetched::countDown);
        assertThat(fetched.getCount()).isEqualTo(2);
        now.addAndGet(1);
        threads.execute(() -> {});
        assertThat(fetched.await(10, SECONDS)).isTrue();
    }

    /** A generator hands a fetch over without a lock, so that may be after the close. */
    @Test
    void noThreadStartsAfterTheEnd() throws InterruptedException {
        hang(1);
        back.countDown();
        threads.end().run();
        List<Runnable> run = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> threads.execute(() -> run.add(() -> {})))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the session factory is closed; make ids before the shutdown");
        threads.end().run();
        assertThat(run).isEmpty();
    }

    /** Each generator limits how many of its fetches hang, and another generator may reach another server. */
    @Test
    void fetchesBeginHoweverManyHang() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            hang(2);
            now.addAndGet(SECONDS.toNanos(11));
        }
        CountDownLatch fetched = new CountDownLatch(1);
        threads.execute(fetched::countDown);
        assertThat(fetched.await(10, SECONDS)).isTrue();
    }
}
