package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what the pages and the alerts say of reservations to what the protocol does. */
class ReservationDocTest {

    private static final Path ROOT = Path.of("..");
    private static final long START = SteppingClock.START.toEpochMilli();

    /** Made once: the trace of each failed call took most of the time of this test. */
    private static final ReservationStoreException NO_ANSWER = new ReservationStoreException("no answer", null);

    /** Between two samples of a time series. */
    private static final long SCRAPE = 15_000;

    /** A process over a store that is up and later down. Nothing takes time but the pauses of the loop. */
    private static final class Outage {

        private final InMemoryReservationStore store = new InMemoryReservationStore();
        private final ReservationLoop loop;
        private final long step;
        private long now = START;
        private long due = START;
        private int tokens;

        Outage(ReservationTerms terms) {
            loop = new ReservationLoop(
                    terms, "test store", bound -> 0, () -> "token-" + ++tokens, new RecordingLog().of(terms), 4);
            loop.serve(4, 1);
            step = Math.max(1, terms.window().toMillis() / 3000);
        }

        /** Returns what is left of the reservation at each step, after the first number was claimed. */
        List<Long> remaining(Duration time, boolean up) {
            List<Long> samples = new ArrayList<>();
            for (long end = now + time.toMillis(); now < end; now += step) {
                while (due <= now) {
                    due = now + next(up);
                }
                WorkerReservation held = loop.reservation();
                if (held != null) {
                    samples.add(Math.max(0, held.reservedUntil() - now));
                }
            }
            return samples;
        }

        /** Takes one step of the loop and returns the milliseconds until the next one. */
        private long next(boolean up) {
            Moment moment = new Moment(now, now * 1_000_000);
            Action action = loop.next(moment);
            if (action instanceof Action.Pause pause) {
                return pause.millis();
            }
            if (!up) {
                loop.failed(NO_ANSWER);
            } else if (action instanceof Action.Send send) {
                boolean applied = store.compareAndSet(
                        "default", send.swap().expected(), send.swap().update());
                loop.answered(send.swap(), applied, moment);
            } else {
                loop.seen(store.read("default", 0, Long.MAX_VALUE), moment);
            }
            return 0;
        }
    }

    private static ReservationTerms terms(Duration window, Duration settle) {
        return ReservationTerms.DEFAULT.withWindow(window).withSettle(settle);
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 20})
    void idsContinueForTwoThirdsOfTheWindowLessSettle(long settle) throws IOException {
        Duration window = Duration.ofSeconds(60);
        Outage outage = new Outage(terms(window, Duration.ofSeconds(settle)));

        long least = outage.remaining(window.multipliedBy(5), true).stream()
                .mapToLong(left -> left)
                .min()
                .orElseThrow();

        assertThat(least).isBetween((40 - settle) * 1000 - 100, (40 - settle) * 1000 + 100);
        for (String name : List.of("docs/deploy.md", "docs/runbooks.md")) {
            Matcher bound = Pattern.compile("two thirds of (?:the\\s+window|it)(.{0,17})", Pattern.DOTALL)
                    .matcher(page(name));
            assertThat(bound.results())
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(found ->
                            assertThat(found.group(1)).as(found.group()).containsPattern("less\\s+`settle`"));
        }
    }

    private final Matcher rule = Pattern.compile("idgen_reservation_remaining_seconds < (\\d+)\\s+(?:and"
                    + " idgen_reservation_remaining_seconds <= max_over_time\\(idgen_reservation_remaining_seconds"
                    + "\\[(\\d+)m]\\) / (\\d+)\\s+)?and on")
            .matcher(page("docs/monitoring/prometheus-alerts.yml"));

    ReservationDocTest() throws IOException {
        assertThat(rule.find()).isTrue();
    }

    /** The condition of the alert on time that is left, over time series of it. */
    private boolean fires(List<Long> series, int at) {
        long left = series.get(at);
        boolean low = left < Long.parseLong(rule.group(1)) * 1000;
        if (rule.group(2) == null) {
            return low;
        }
        int samples = (int) (Long.parseLong(rule.group(2)) * 60_000 / SCRAPE);
        long most = series.subList(Math.max(0, at - samples), at + 1).stream()
                .mapToLong(sample -> sample)
                .max()
                .orElseThrow();
        return low && left <= most / Long.parseLong(rule.group(3));
    }

    private static List<Long> scraped(List<Long> samples, long step) {
        List<Long> series = new ArrayList<>();
        // Never a multiple of the time between two renewals, so that a series has all of their phases.
        long every = Math.max(1, SCRAPE / step) + 1;
        for (int i = 0; i < samples.size(); i += (int) every) {
            series.add(samples.get(i));
        }
        return series;
    }

    @ParameterizedTest
    @CsvSource({"PT1S, PT0S", "PT15S, PT0S", "PT15S, PT5S", "PT60S, PT0S", "PT60S, PT20S", "PT1H, PT20M"})
    void alertFiresInAnOutageOnly(Duration window, Duration settle) {
        Outage outage = new Outage(terms(window, settle));
        Duration longEnough = Duration.ofHours(Math.max(1, 5 * window.toHours()));

        List<Long> healthy = scraped(outage.remaining(longEnough, true), outage.step);
        for (int at = 0; at < healthy.size(); at++) {
            assertThat(fires(healthy, at)).as("sample [%s]", at).isFalse();
        }

        List<Long> ended = new ArrayList<>(healthy);
        ended.addAll(scraped(outage.remaining(longEnough, false), outage.step));
        assertThat(ended.get(ended.size() - 1)).isZero();
        assertThat(fires(ended, ended.size() - 1)).as("long after the end").isTrue();
        int first = ended.indexOf(0L);
        assertThat(fires(ended, first)).as("at the end").isTrue();
    }

    /** Where a page shows what a reader sees on a new table, the numbers are those of the first block that a claim reads. */
    @Test
    void sampleNumbersAreThoseOfAFreshTable() throws IOException {
        for (String name : List.of("docs/first-service.md", "docs/spring-boot.md", "examples/spring-boot/README.md")) {
            String text = page(name);
            List<Long> numbers = Pattern.compile("(?:worker \\[|\"worker\": ?|\"number\": )(\\d+)\\b")
                    .matcher(text)
                    .results()
                    .map(found -> Long.valueOf(found.group(1)))
                    .toList();
            assertThat(numbers)
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(number -> assertThat(number).isLessThan(ReservationLoop.BLOCK_SIZE));
            // Ids that stand alone on a line, or as a decoded form: they were made by a worker that the page shows.
            assertThat(Pattern.compile("(?m)^(\\d{18})$|\"decimal\": \"(\\d{18})\"")
                            .matcher(text)
                            .results()
                            .map(found -> Long.parseLong(found.group(1) == null ? found.group(2) : found.group(1))))
                    .as(name)
                    .allSatisfy(id -> assertThat(numbers).contains(id >> 12 & 1023));
        }
    }
}
