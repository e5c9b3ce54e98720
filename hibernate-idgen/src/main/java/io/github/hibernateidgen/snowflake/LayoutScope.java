package io.github.hibernateidgen.snowflake;

/**
 * A layout as far as its ids go. Two are equal if they make the same ids for the same worker, whatever the layouts and
 * their fields are called, and whatever the other fields hold, which only add to ids that differ already.
 */
final class LayoutScope {

    private final SnowflakeLayout layout;
    private final long time;
    private final long worker;
    private final long sequence;

    /** The three numbers have the bits set that are the field's. */
    LayoutScope(SnowflakeLayout layout, long time, long worker, long sequence) {
        this.layout = layout;
        this.time = time;
        this.worker = worker;
        this.sequence = sequence;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LayoutScope that
                && layout.epoch().equals(that.layout.epoch())
                && layout.tick().equals(that.layout.tick())
                && time == that.time
                && worker == that.worker
                && sequence == that.sequence;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(time ^ worker);
    }

    /** For messages. */
    @Override
    public String toString() {
        return layout.describe();
    }
}
