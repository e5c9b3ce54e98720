package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.testing.LogCapture;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Generators of one fixed number and one layout make the same ids, so a second one in a process is warned of. */
class FixedGeneratorsTest {

    private static final AtomicInteger EPOCHS = new AtomicInteger();

    /** The layout of one test, so that the generators of other tests are of other layouts. */
    private final SnowflakeLayout layout = layout("mine", EPOCHS.incrementAndGet());

    private static SnowflakeLayout layout(String name, int epoch) {
        return SnowflakeLayout.named(name)
                .epoch(Instant.parse("2024-01-01T00:00:00Z").plusSeconds(epoch))
                .time(41)
                .worker("worker", 10)
                .sequence(12)
                .build();
    }

    private List<String> warnings(Runnable action) {
        try (LogCapture log = new LogCapture()) {
            action.run();
            return log.warnings();
        }
    }

    @Test
    void generatorForEachRequestIsWarnedOfOnce() {
        assertThat(warnings(() -> {
                    for (int i = 0; i < 5000; i++) {
                        new SnowflakeGenerator(layout, WorkerSource.fixed(3)).nextId();
                    }
                }))
                .singleElement()
                .asString()
                .startsWith(
                        "worker number [3] is the number of two open generators, which make the same ids: one of layout ["
                                + layout.describe() + "], made at ")
                .containsPattern(
                        "one of layout \\[.*\\], made at \\S*FixedGeneratorsTest\\S*\\(FixedGeneratorsTest.java:\\d+\\),"
                                + " and another of layout \\[.*\\], made at \\S*FixedGeneratorsTest\\S*\\(FixedGeneratorsTest.java:\\d+\\)")
                .contains("make one generator for the process");
    }

    @Test
    void eachPairOfPlacesIsWarnedOfOnce() {
        assertThat(warnings(() -> {
                    for (int i = 0; i < 100; i++) {
                        new SnowflakeGenerator(layout, WorkerSource.fixed(3)).nextId();
                        new SnowflakeGenerator(layout, WorkerSource.fixed(3)).nextId();
                    }
                }))
                .hasSizeBetween(1, 4)
                .doesNotHaveDuplicates();
    }

    @Test
    void placeIsTheCallerOfTheConstructorAndNoWrapper() {
        WorkerSource fixed = WorkerSource.fixed(3);
        SnowflakeGenerator first = new SnowflakeGenerator(
                layout, WorkerSource.fixed(3), SnowflakeLimits.of(layout), InstantSource.system());
        WorkerSource wrapper = new WorkerSource() {
            @Override
            public WorkerReservation reservation() {
                return fixed.reservation();
            }

            @Override
            public void attach(TickIssuer issuer) {
                fixed.attach(issuer);
            }

            @Override
            public void awaitRenewal(WorkerReservation ended) {
                fixed.awaitRenewal(ended);
            }
        };
        assertThat(warnings(() -> second(wrapper)))
                .singleElement()
                .asString()
                .contains(
                        "FixedGeneratorsTest.placeIsTheCallerOfTheConstructorAndNoWrapper(",
                        "FixedGeneratorsTest.second(");
        first.close();
    }

    private void second(WorkerSource source) {
        new SnowflakeGenerator(layout, source);
    }

    @Test
    void bothNamesOfALayoutAreNamed() {
        int epoch = EPOCHS.incrementAndGet();
        SnowflakeGenerator first = new SnowflakeGenerator(layout("orders", epoch), WorkerSource.fixed(3));
        assertThat(warnings(() -> new SnowflakeGenerator(layout("invoices", epoch), WorkerSource.fixed(3))))
                .singleElement()
                .asString()
                .contains("one of layout [orders", "another of layout [invoices");
        first.close();
    }

    private SnowflakeGenerator owned(String owner) {
        return new SnowflakeGenerator(
                layout, WorkerSource.fixed(3), SnowflakeLimits.of(layout), InstantSource.system(), owner);
    }

    @Test
    void generatorsOfOneOwnerAreNotWarnedOf() {
        SnowflakeGenerator first = owned("for the shop");
        assertThat(warnings(() -> owned("for the shop"))).isEmpty();
        first.close();
    }

    @Test
    void generatorOfAnotherOwnerOrOfNoneIsWarnedOf() {
        SnowflakeGenerator first = owned("for the depot");
        assertThat(warnings(() -> owned("for the mill")))
                .singleElement()
                .asString()
                .contains("made for the depot, and another", "made for the mill;");
        first.close();
        assertThat(warnings(() -> second(WorkerSource.fixed(3))))
                .singleElement()
                .asString()
                .contains("made for the mill, and another", "made at ");
    }

    @Test
    void generatorsThatMakeOtherIdsAreNotWarnedOf() {
        SnowflakeGenerator first = new SnowflakeGenerator(layout, WorkerSource.fixed(3));
        assertThat(warnings(() -> new SnowflakeGenerator(layout, WorkerSource.fixed(4))))
                .as("another number")
                .isEmpty();
        assertThat(warnings(
                        () -> new SnowflakeGenerator(layout("mine", EPOCHS.incrementAndGet()), WorkerSource.fixed(3))))
                .as("another layout")
                .isEmpty();
        first.close();
        assertThat(warnings(() -> new SnowflakeGenerator(layout, WorkerSource.fixed(3))))
                .as("after the first was closed")
                .isEmpty();
    }

    @Test
    void generatorDoesNotStayInMemory() throws InterruptedException {
        WeakReference<SnowflakeGenerator> made =
                new WeakReference<>(new SnowflakeGenerator(layout, WorkerSource.fixed(3)));
        for (int i = 0; i < 200 && made.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(made.get()).isNull();
    }

    @Test
    void noLockIsHeldWhileTheWarningIsLogged() {
        SnowflakeGenerator first = new SnowflakeGenerator(layout, WorkerSource.fixed(3));
        AtomicInteger made = new AtomicInteger();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                try {
                    CompletableFuture.runAsync(() -> new SnowflakeGenerator(layout, WorkerSource.fixed(8)))
                            .get(20, TimeUnit.SECONDS);
                    made.incrementAndGet();
                } catch (InterruptedException | ExecutionException | TimeoutException e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.github.hibernateidgen.worker");
        logger.addHandler(handler);
        try {
            new SnowflakeGenerator(layout, WorkerSource.fixed(3));
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(made).hasValue(1);
        first.close();
    }
}
