package io.github.hibernateidgen.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import org.jspecify.annotations.Nullable;

/**
 * What an operator should know of a generator, one line for each change; nothing is said of what repeats itself.
 *
 * <p>The logger is named {@code io.github.hibernateidgen.segment}.
 */
class SegmentLog {

    private static final System.Logger LOGGER = System.getLogger("io.github.hibernateidgen.segment");

    private final String store;
    private boolean failing;

    SegmentLog(String store) {
        this.store = store;
    }

    void failed(@Nullable Throwable failure, long buffered) {
        if (!failing) {
            failing = true;
            LOGGER.log(
                    WARNING,
                    store + " gave no segment; [" + buffered + "] numbers are buffered, and it is asked again: "
                            + (failure == null ? "no answer" : failure.getMessage()),
                    failure);
        }
    }

    void arrived() {
        if (failing) {
            failing = false;
            LOGGER.log(INFO, store + " gives segments again");
        }
    }

    void droppedFirst(Segment segment, long issued) {
        LOGGER.log(
                WARNING,
                "the numbers [" + segment + "] of " + store + " came when [" + issued
                        + "] had been issued, and were dropped so that ids ascend; this is said once, and counted");
    }
}
