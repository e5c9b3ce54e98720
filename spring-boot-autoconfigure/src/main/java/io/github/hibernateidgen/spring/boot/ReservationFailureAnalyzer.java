package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.settings.Remedies;
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
                        "No worker number for Snowflake ids: " + deepest.getMessage(),
                        new Remedies(PropertySettings.PREFIX).named(Remedies.of(deepest)),
                        deepest);
    }
}
