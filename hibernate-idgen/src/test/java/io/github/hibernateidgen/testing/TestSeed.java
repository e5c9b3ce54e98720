package io.github.hibernateidgen.testing;

import java.util.Random;

/** The seed of all random tests: new on every run, printed, and settable with {@code -Didgen.test.seed=NUMBER}. */
public final class TestSeed {

    private static final long SEED = Long.getLong("idgen.test.seed", System.nanoTime());

    static {
        System.out.println("Random tests: repeat this run with -Didgen.test.seed=" + SEED);
    }

    private TestSeed() {}

    /** A source of its own for each caller, so that a test run alone draws what it draws among all. */
    public static Random random() {
        return new Random(SEED);
    }

    /** For the description of an assertion. */
    public static String describe() {
        return "-Didgen.test.seed=" + SEED;
    }
}
