package io.github.hibernateidgen.worker.reservation;

/**
 * The parts of an exception's message about a worker number that could not be reserved: the rule, and the remedy, which
 * follows after a semicolon. An application's framework can show both in its own form, and add its settings.
 */
public interface ReservationFailure {

    /** What helps against a failure, for a caller who knows the settings of the source of worker numbers. */
    enum Help {
        /** Reach the store, or use another store. */
        STORE,
        /** Create the table, or name the table that exists. */
        TABLE,
        /** Name the table with its schema. */
        SCHEMA,
        /** Grant the account the rights, or use another table. */
        RIGHTS,
        /** Connect to a server that accepts writes, or claim no number. */
        WRITES,
        /** Free a worker number, or have more of them. */
        NUMBERS,
        /** Correct a clock. */
        CLOCK
    }

    /** {@return what failed, and why, without the remedy} */
    String rule();

    /** {@return the next step; empty if none is known} */
    String remedy();

    /** {@return what helps} */
    Help help();
}
