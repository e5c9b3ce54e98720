package io.github.hibernateidgen.snowflake;

import java.time.Instant;

/** Thrown when an id is requested and the layout's time field is full. No later call can succeed. */
public final class LayoutEndedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The end of the layout's last tick. */
    private final Instant end;

    LayoutEndedException(SnowflakeLayout layout) {
        super("layout [" + layout.name() + "] ended at [" + layout.end()
                + "]: its time field is full; move to a layout with a wider time field, whose ids are greater");
        this.end = layout.end();
    }

    /** {@return the end of the last tick of the layout} */
    public Instant end() {
        return end;
    }
}
