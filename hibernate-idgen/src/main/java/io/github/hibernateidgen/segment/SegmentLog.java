package io.github.hibernateidgen.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

/**
 * What an operator should know of a generator, one line for each change; nothing is said of what repeats itself.
 */
class SegmentLog {

    private final String store;
    private final System.Logger logger;
    private boolean failing;

    SegmentLog(String store, System.Logger logger) {
        this.store = store;
        this.logger = logger;
    }

    void failed(Throwable failure, long buffered) {
        if (!failing) {
            failing = true;
            logger.log(
                    WARNING,
                    store + " gave no segment; [" + buffered + "] numbers are buffered, and it is asked again: "
                            + failure.getMessage(),
                    failure);
        }
    }

    void arrived() {
        if (failing) {
            failing = false;
            logger.log(INFO, store + " gives segments again");
        }
    }

    void droppedFirst(Segment segment, long issued) {
        logger.log(
                WARNING,
                "the numbers [" + segment + "] of " + store + " came when [" + issued
                        + "] had been issued, and were dropped so that ids ascend; this is said once, and counted");
    }
}
