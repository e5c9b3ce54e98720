package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.Simulation.Mutation;
import io.github.hibernateidgen.testing.LongTest;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the simulation over many seeds; {@code -Didgen.simulation.first=1000} begins with another one. Unless told so by
 * {@code -Didgen.simulation.seeds} it runs 500, with {@code -Plong-tests} 20,000.
 */
class SegmentSimulationTest {

    private static final long FIRST = Long.getLong("idgen.simulation.first", 0);
    private static final long SEEDS = Long.getLong("idgen.simulation.seeds", LongTest.RUN ? 20_000 : 500);

    @Test
    void makesNoIdTwiceAscendsAndGoesOn() {
        Map<String, Integer> counts = new TreeMap<>();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Simulation simulation = new Simulation(seed, Mutation.NONE);
            try {
                simulation.run();
            } catch (AssertionError e) {
                throw new AssertionError("simulation " + seed + ": " + e.getMessage(), e);
            }
            simulation.counts().forEach((what, count) -> counts.merge(what, count, Integer::sum));
        }
        System.out.println(SEEDS + " simulations of segments from seed " + FIRST + ": " + counts);
        // A simulation in which nothing happens would pass, too.
        assertThat(counts.get("ids")).isGreaterThan((int) SEEDS * 500);
        assertThat(counts)
                .containsKeys(
                        "kills",
                        "images",
                        "outages",
                        "hangs",
                        "answers lost",
                        "answers that come too late",
                        "segments dropped",
                        "polls in vain",
                        "callers' fetches",
                        "fetches not sent",
                        "fetches of several segments");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void findsTheMutation(Mutation mutation) {
        long seed = 0;
        while (seed < 200 && !isFound(seed, mutation)) {
            seed++;
        }
        System.out.println(mutation + " is found by simulation " + seed);
        assertThat(seed).isLessThan(200);
    }

    private static boolean isFound(long seed, Mutation mutation) {
        try {
            new Simulation(seed, mutation).run();
            return false;
        } catch (AssertionError e) {
            return e.getMessage().contains("was made by") || e.getMessage().contains("does not ascend");
        }
    }
}
