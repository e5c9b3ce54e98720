package io.github.hibernateidgen.database;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;

/** What became of a test's wish for a database. */
sealed interface Outcome {

    /** The database, or what ends the test. */
    RunningDatabase orSkip();

    /** The rest of the database's line in the summary. */
    String summary();

    record Tested(RunningDatabase running, Duration start) implements Outcome {

        @Override
        public RunningDatabase orSkip() {
            return running;
        }

        @Override
        public String summary() {
            return String.format(
                    Locale.ROOT,
                    "tested   %s, %s, ready after %.1f s",
                    running.productVersion(),
                    running.source(),
                    start.toMillis() / 1e3);
        }
    }

    record Skipped(TestDatabase database, String reason) implements Outcome {

        @Override
        public RunningDatabase orSkip() {
            return Assumptions.abort(database + " is not reached: " + reason);
        }

        @Override
        public String summary() {
            return "skipped  " + reason;
        }
    }

    record Failed(TestDatabase database, Exception cause) implements Outcome {

        @Override
        public RunningDatabase orSkip() {
            throw new AssertionError(database + " is not reached: " + cause.getMessage(), cause);
        }

        @Override
        public String summary() {
            return "failed   " + cause.getMessage();
        }
    }
}
