package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.Explained;
import org.jspecify.annotations.Nullable;

/** A failure to reserve a worker number that is not the store's own. */
abstract class NoReservationException extends IllegalStateException implements ReservationFailure {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    NoReservationException(String rule, String remedy, @Nullable Throwable cause) {
        super(Explained.message(rule, remedy), cause);
        this.rule = rule;
        this.remedy = remedy;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
