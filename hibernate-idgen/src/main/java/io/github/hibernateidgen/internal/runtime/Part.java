package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.List;
import java.util.Optional;

/**
 * The engines of one kind of ids in one session factory. {@link Engines} calls all parts, in the order of this interface and
 * of their list. Most parts need only some of the methods.
 */
public interface Part {

    /** Starts the engines after the checks of {@link Start.Phase#BEFORE_CLAIM}. */
    default void start() {}

    /** Prepares for an image of the process's memory, from which several processes may be restored. */
    void beforeImage();

    /** Issues ids again, in this process or in a process that was restored from the image. */
    void afterImage();

    /** Makes repeatable ids begin again. Attributes that are bound after this call get new engines. */
    default void restart() {}

    /**
     * Ends the engines.
     *
     * @return an action that runs when the parts after this part have ended
     */
    Runnable close();

    /** Returns the generators of Snowflake ids, one for each layout. */
    default List<SnowflakeGenerator> snowflakeGenerators() {
        return List.of();
    }

    /** Returns the source of the worker number, if an attribute needs one. */
    default Optional<WorkerSource> workerSource() {
        return Optional.empty();
    }

    /** Releases a reserved worker number, and rejects requests for ids with this number until {@link #resume()}. */
    default void suspend() {}

    /** Allows ids with a worker number to be made again. A reserved number is claimed again. */
    default void resume() {}
}
