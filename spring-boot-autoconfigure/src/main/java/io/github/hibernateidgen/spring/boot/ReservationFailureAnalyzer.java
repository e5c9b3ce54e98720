package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.worker.reservation.ReservationFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Explains why the process could not reserve a worker number, and how to correct the cause. */
final class ReservationFailureAnalyzer implements FailureAnalyzer {

    /** Called by Spring Boot. */
    ReservationFailureAnalyzer() {}

    /**
     * Takes the rule from the deepest failure, which has the cause, and the remedy from the failure that the session factory
     * has thrown, which has the settings that help.
     */
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        List<ReservationFailure> found = new ArrayList<>();
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !chain.contains(cause); cause = cause.getCause()) {
            chain.add(cause);
            if (cause instanceof ReservationFailure part) {
                found.add(part);
            }
        }
        if (found.isEmpty()) {
            return null;
        }
        ReservationFailure deepest = found.get(found.size() - 1);
        String remedy = found.get(0).remedy();
        return new FailureAnalysis(
                "No worker number for Snowflake ids: " + deepest.rule() + ".",
                remedy.isEmpty() ? null : IdgenConfigurationFailureAnalyzer.sentence(remedy),
                (Throwable) deepest);
    }
}
