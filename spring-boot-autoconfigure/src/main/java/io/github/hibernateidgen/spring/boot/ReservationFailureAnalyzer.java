package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.WorkersTakenException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Explains why the process could not reserve a worker number, and how to correct the cause. */
final class ReservationFailureAnalyzer implements FailureAnalyzer {

    /** Called by Spring Boot. */
    ReservationFailureAnalyzer() {}

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Throwable deepest = null;
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !chain.contains(cause); cause = cause.getCause()) {
            chain.add(cause);
            if (cause instanceof NoWorkerException
                    || cause instanceof WorkersTakenException
                    || cause instanceof ReservationStoreException) {
                deepest = cause;
            }
        }
        return deepest == null
                ? null
                : new FailureAnalysis(
                        "No worker number for Snowflake ids: " + inProperties(deepest.getMessage()),
                        remedy(deepest),
                        deepest);
    }

    /** Replaces Hibernate's names of settings in a message by the names of Spring Boot's properties, as in the remedy. */
    private static String inProperties(@Nullable String message) {
        return String.valueOf(message).replace(IdgenSettings.PREFIX, "idgen.");
    }

    private static String remedy(Throwable cause) {
        if (cause instanceof WorkersTakenException) {
            return "Stop a process that you no longer need, or wait until the reservation of a killed process ends"
                    + " (idgen.worker.window). If there are more processes than numbers, use a layout with more worker"
                    + " bits (idgen.snowflake.layout). Processes that write different tables may have an"
                    + " idgen.worker.namespace each.";
        }
        return "Check that the store of reservations can be reached. If its table is missing, create it with"
                + " idgen.worker.jdbc.schema-management=create, spring.jpa.hibernate.ddl-auto or your migration tool. Or"
                + " choose another source of worker numbers: idgen.worker.source, or a number for each process,"
                + " idgen.worker.id.";
    }
}
