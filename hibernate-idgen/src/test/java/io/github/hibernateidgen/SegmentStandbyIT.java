package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Threads take numbers of a sequence of PostgreSQL until the primary waits for its synchronous standby, which was cut off. The
 * standby is promoted, and its sequence must be above all numbers that were issued. Once for segments of one number; with
 * {@code -Plong-tests} ten times, and for segments of 50 too.
 */
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class SegmentStandbyIT {

    private static final int PROMOTIONS = LongTest.RUN ? 10 : 1;
    private static final int THREADS = 16;

    private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
    private final AtomicLong twice = new AtomicLong();

    @Entity(name = "Single")
    static class Single {
        @Id
        @SegmentId(size = 1)
        Long id;
    }

    @Entity(name = "Fifty")
    static class Fifty {
        @Id
        @SegmentId
        Long id;
    }

    @Test
    void noNumberOfASegmentOfOneComesTwice() throws Exception {
        promote(Single.class);
    }

    @LongTest
    @Test
    void noNumberOfASegmentOfFiftyComesTwice() throws Exception {
        promote(Fifty.class);
    }

    /** As a role that may not write messages to the log. */
    @Test
    void aServerThatRefusesTheMessageIsNotAskedAgain() throws Exception {
        String script =
                "create role plain login; create sequence single_seq; grant usage on sequence single_seq to plain;"
                        + " revoke execute on function pg_logical_emit_message(boolean, text, text, boolean) from public";
        try (TestStandby server = TestStandby.startOrSkip(script);
                LogCapture log = new LogCapture();
                SessionFactory factory =
                        start(server.primaryUrl().replace("user=postgres", "user=plain"), Single.class, "none")) {
            take(factory, Single.class, 20);
            assertThat(numbers)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 20).boxed().toList());
            assertThat(log.warnings())
                    .singleElement(as(STRING))
                    .contains("rejects pg_logical_emit_message", "sequence Single_SEQ");
        }
    }

    /** Its SQLSTATE has the class of a refusal. */
    @Test
    void aMissingSequenceIsNoRefusal() throws Exception {
        try (TestStandby server = TestStandby.startOrSkip("create sequence unused");
                LogCapture log = new LogCapture();
                SessionFactory factory = start(server.primaryUrl(), Single.class, "none")) {
            assertThatThrownBy(() -> take(factory, Single.class, 1)).hasStackTraceContaining("does not exist");
            // The thread that fetched writes its line after it has let the caller go on.
            for (int i = 0; i < 1_000 && log.warnings().isEmpty(); i++) {
                Thread.sleep(10);
            }
            assertThat(log.warnings()).isNotEmpty().noneMatch(line -> line.contains("pg_logical_emit_message"));
        }
    }

    private void promote(Class<?> entity) throws Exception {
        try (TestStandby pair = TestStandby.startOrSkip("create sequence unused", true)) {
            for (int round = 0; round < PROMOTIONS; round++) {
                pair.replicate();
                try (SessionFactory before = start(pair.primaryUrl(), entity, round == 0 ? "create" : "none")) {
                    take(before, entity, 500);
                    List<Thread> threads = takers(before, entity);
                    Thread.sleep(100);
                    pair.cutOff();
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    pair.killPrimary();
                    pair.promote();
                }
            }
            try (SessionFactory after = start(pair.primaryUrl(), entity, "none")) {
                take(after, entity, 2_000);
            }
        }
        System.out.println(getClass().getSimpleName() + ", " + entity.getSimpleName() + ": " + twice + " of "
                + (numbers.size() + twice.get()) + " numbers came twice in " + PROMOTIONS + " promotions");
        assertThat(twice).hasValue(0);
    }

    private static SessionFactory start(String url, Class<?> entity, String schema) {
        return Hibernate.on(Map.of(AvailableSettings.JAKARTA_JDBC_URL, url), entity)
                .with(AvailableSettings.HBM2DDL_AUTO, schema)
                // Longer than a caller waits before it fetches for itself.
                .with(IdgenSettings.SEGMENT_TIMEOUT, "3s")
                .start();
    }

    /** Starts threads that end when no number comes any more. */
    private List<Thread> takers(SessionFactory factory, Class<?> entity) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    take(factory, entity, Integer.MAX_VALUE);
                } catch (IdentifierGenerationException end) {
                    // The standby has been cut off.
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void take(SessionFactory factory, Class<?> entity, int count) {
        try (StatelessSession session = factory.openStatelessSession()) {
            for (int i = 0; i < count; i++) {
                if (!numbers.add(Hibernate.nextIds(factory, session, entity, 1)[0])) {
                    twice.incrementAndGet();
                }
            }
        }
    }
}
