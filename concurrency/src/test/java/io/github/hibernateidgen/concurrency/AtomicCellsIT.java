package io.github.hibernateidgen.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs the races of this module under jcstress. The cells in {@code broken} have a fault that must be found: otherwise the
 * other races prove nothing.
 */
class AtomicCellsIT {

    private static final String BROKEN = AtomicCellsIT.class.getPackageName() + ".broken.";

    @Test
    void everyCellHoldsAndEveryBrokenOneIsFoundOut() throws Exception {
        Options options =
                new Options(System.getProperty("idgen.concurrency.options").split(" "));
        assertThat(options.parse()).isTrue();
        JCStress races = new JCStress(options);
        SortedSet<String> all = races.getTests();
        assertThat(all).isNotEmpty();
        run(races);

        SortedMap<String, List<TestResult>> results = results(options);
        results.forEach((race, ofRace) -> System.out.println(table(race, ofRace)));
        assertThat(results.keySet()).isEqualTo(all);
        assertThat(results).allSatisfy((race, ofRace) -> {
            if (race.startsWith(BROKEN)) {
                assertThat(ofRace).as(() -> table(race, ofRace)).anyMatch(AtomicCellsIT::hasForbiddenOutcome);
            } else {
                assertThat(ofRace).as(() -> table(race, ofRace)).allMatch(AtomicCellsIT::isRight);
            }
        });
    }

    private static void run(JCStress races) throws Exception {
        try {
            races.run();
        } catch (AssertionError e) {
            // A failure of a broken cell is expected. The results show all other failures.
        }
    }

    private static SortedMap<String, List<TestResult>> results(Options options) throws Exception {
        InProcessCollector collected = new InProcessCollector();
        DiskReadCollector disk = new DiskReadCollector(options.getResultFile(), collected);
        disk.dump();
        disk.close();
        return collected.getTestResults().stream()
                .collect(Collectors.groupingBy(TestResult::getName, TreeMap::new, Collectors.toList()));
    }

    private static boolean isRight(TestResult result) {
        return result.status() == Status.NORMAL && result.getTotalCount() > 0 && result.grading().isPassed;
    }

    private static boolean hasForbiddenOutcome(TestResult result) {
        return result.status() == Status.NORMAL && !result.grading().isPassed;
    }

    /** Returns how often each outcome was seen, and the other messages of jcstress. */
    private static String table(String race, List<TestResult> results) {
        SortedMap<String, Long> outcomes = new TreeMap<>();
        SortedSet<String> said = new TreeSet<>();
        for (TestResult result : results) {
            for (String outcome : result.getStateKeys()) {
                outcomes.merge(outcome, result.getCount(outcome), Long::sum);
            }
            if (!isRight(result)) {
                said.add(result.status().toString());
                said.addAll(result.grading().failureMessages);
                said.addAll(result.getMessages());
                said.addAll(result.getVmErr());
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%s: %,d samples in %d JVMs", race, sum(outcomes), results.size()));
        outcomes.forEach((outcome, count) -> lines.add(String.format("%,16d  %s", count, outcome)));
        said.forEach(line -> lines.add("  " + line));
        return String.join("\n", lines);
    }

    private static long sum(Map<String, Long> outcomes) {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }
}
