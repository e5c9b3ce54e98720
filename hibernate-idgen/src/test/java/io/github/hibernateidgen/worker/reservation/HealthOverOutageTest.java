package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.PartHealth;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.snowflake.SteppedGenerators;
import io.github.hibernateidgen.worker.reservation.DrivenSource.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Health, second by second, while the store of worker numbers goes away and comes back. */
class HealthOverOutageTest {

    private static final long START = SteppingClock.START.toEpochMilli();
    private static final int DOWN = 25;
    private static final int BACK = 120;
    private static final int END = 150;

    private static final SnowflakeLayout SECONDS = SnowflakeLayout.named("seconds")
            .epoch(Instant.parse("2026-01-01T00:00:00.400Z"))
            .tick(Duration.ofSeconds(1))
            .time(33)
            .worker("worker", 10)
            .sequence(1)
            .build();

    private static final SnowflakeLayout LONG_TICKS = SnowflakeLayout.named("long-ticks")
            .tick(Duration.ofMillis(900))
            .time(33)
            .worker("worker", 10)
            .sequence(1)
            .build();

    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private static final Path PAGE = Path.of("..", "docs", "runbooks.md");

    /**
     * One process.
     *
     * @param busy whether it makes all the ids that it may in each second, ahead of the clock
     * @param used whether it makes any before the last second
     */
    private record Process(
            SnowflakeLayout layout, Duration ahead, Duration settle, Store outage, boolean busy, boolean used) {}

    private static final class Run {

        final SteppingClock clock = new SteppingClock();
        final DrivenSource source;
        final SnowflakeGenerator generator;
        final Process process;

        Run(Process process) {
            this.process = process;
            source = new DrivenSource(ReservationTerms.DEFAULT.withSettle(process.settle), clock);
            generator = SteppedGenerators.generator(
                    process.layout,
                    source,
                    new SnowflakeLimits(process.ahead, MAX_WAIT, 1),
                    clock,
                    nanos -> source.runUntil(
                            clock.millis() + Duration.ofNanos(nanos + 999_999).toMillis()),
                    bound -> 0);
            if (process.used) {
                source.reservation();
            }
        }

        /** Lets the time pass until a moment, with the store down from one second to another. */
        void until(long millis) {
            for (int second = 1; second * 1000L <= millis; second++) {
                source.runUntil(START + second * 1000L);
                source.store(isDown(second) ? process.outage : Store.ANSWERS);
                while (process.busy && clock.millis() < START + second * 1000L + 1000 && makesId()) {
                    // More.
                }
            }
            source.runUntil(Math.max(START + millis, clock.millis()));
        }

        boolean makesId() {
            try {
                generator.nextId();
                return true;
            } catch (IllegalStateException refused) {
                return false;
            }
        }
    }

    static Stream<Arguments> processes() {
        List<Arguments> processes = new ArrayList<>();
        for (SnowflakeLayout layout : List.of(SnowflakeLayout.STANDARD, LONG_TICKS, SECONDS)) {
            for (Duration settle : List.of(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(20))) {
                for (Store outage : List.of(Store.REFUSES, Store.IS_SILENT)) {
                    processes.add(Arguments.of(new Process(layout, Duration.ZERO, settle, outage, false, true)));
                    processes.add(Arguments.of(new Process(layout, Duration.ZERO, settle, outage, false, false)));
                }
            }
        }
        for (Store outage : List.of(Store.REFUSES, Store.IS_SILENT)) {
            for (SnowflakeLayout layout : List.of(LONG_TICKS, SECONDS)) {
                for (int ahead : new int[] {5, 30}) {
                    Duration most = Duration.ofSeconds(ahead);
                    processes.add(Arguments.of(new Process(layout, most, Duration.ZERO, outage, false, true)));
                    processes.add(Arguments.of(new Process(layout, most, Duration.ZERO, outage, true, true)));
                }
            }
        }
        return processes.stream();
    }

    @ParameterizedTest
    @MethodSource("processes")
    void isUpWheneverAnIdIsMadeAndOnlyThen(Process process) {
        int refused = 0;
        for (long millis = 1_137; millis <= END * 1000; millis += 1_937) {
            Run run = new Run(process);
            run.until(millis);
            boolean forecast = run.source.status().canMakeIds()
                    && run.generator.statistics().nextWait().compareTo(MAX_WAIT) <= 0;
            boolean made = run.makesId();
            if (process.used || made) {
                assertThat(forecast).as("after %d ms", millis).isEqualTo(made);
            } else { // It has not asked the store yet, and so cannot know that it is down.
                assertThat(run.source.status().canMakeIds())
                        .as("after %d ms", millis)
                        .isFalse();
            }
            refused += made ? 0 : 1;
        }
        assertThat(refused).as("moments without ids").isPositive();
    }

    /** A row of the page has these cells and the word of Quarkus. */
    private record Row(String seconds, String store, String ids, String health, String remaining, String message) {

        static Row of(List<Look> looks) {
            Look first = looks.get(0);
            Look last = looks.get(looks.size() - 1);
            return new Row(
                    first.second == last.second ? "" + first.second : first.second + " to " + last.second,
                    isDown(first.second) ? "is down" : "answers",
                    first.made ? "made" : "refused",
                    first.isUp ? "UP" : "OUT_OF_SERVICE",
                    spread(looks.stream().mapToLong(Look::remaining).summaryStatistics()),
                    first.message);
        }

        private static String spread(LongSummaryStatistics seconds) {
            return seconds.getMax() == seconds.getMin()
                    ? seconds.getMin() + " s"
                    : seconds.getMax() + " to " + seconds.getMin() + " s";
        }
    }

    private record Look(int second, boolean isUp, boolean made, long remaining, String message) {

        static Look at(int second) {
            Run run = new Run(
                    new Process(SnowflakeLayout.STANDARD, Duration.ZERO, Duration.ZERO, Store.REFUSES, false, true));
            run.until(second * 1000L);
            ReservationStatus status = run.source.status();
            PartHealth health = PartHealth.of(status);
            boolean made = run.makesId();
            assertThat(made || !health.isUp()).as("second %d", second).isTrue();
            String message = ""
                    + health.details().getOrDefault("warning", health.details().getOrDefault("problem", ""));
            return new Look(
                    second,
                    health.isUp(),
                    made,
                    status.remaining().toSeconds(),
                    message.replaceAll("\\[.*?\\]", "[…]"));
        }

        boolean isLike(Look other) {
            return isDown(second) == isDown(other.second)
                    && isUp == other.isUp
                    && made == other.made
                    && message.equals(other.message);
        }
    }

    private static boolean isDown(int second) {
        return second >= DOWN && second < BACK;
    }

    @Test
    void runbooksShowTheStatesOfAnOutage() throws IOException {
        List<List<Look>> groups = new ArrayList<>();
        for (int second = 0; second < END; second++) {
            Look look = Look.at(second);
            if (groups.isEmpty() || !groups.get(groups.size() - 1).get(0).isLike(look)) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(look);
        }
        assertThat(documented())
                .containsExactlyElementsOf(groups.stream().map(Row::of).toList());
    }

    private static List<Row> documented() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.startsWith("| second |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1).replace("`", "").split("\\|"))
                        .map(String::strip)
                        .toList())
                .map(cells ->
                        new Row(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(5), cells.get(6)))
                .toList();
    }
}
