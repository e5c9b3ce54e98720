package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** Ids after a fault has ended. */
final class Ids {

    private Ids() {}

    /** Fails unless an id comes within a time, and ids go on from then on for another time. */
    static void comeAndStay(Runnable next, Duration limit, Duration stay) throws InterruptedException {
        long begin = System.nanoTime();
        String failure = tryTo(next);
        while (!failure.isEmpty()) {
            assertThat(since(begin)).as("ids after the fault: " + failure).isLessThan(limit);
            Thread.sleep(50);
            failure = tryTo(next);
        }
        System.out.println("ids again after " + since(begin).toMillis() + " ms");
        long first = System.nanoTime();
        while (since(first).compareTo(stay) < 0) {
            assertThat(tryTo(next))
                    .as("ids %d s after the first one", since(first).toSeconds())
                    .isEmpty();
            Thread.sleep(50);
        }
    }

    private static String tryTo(Runnable next) {
        try {
            next.run();
            return "";
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }
}
