package io.github.hibernateidgen.snowflake;

/**
 * The parts of a layout that decide its ids. Two scopes are equal if they make the same ids for the same worker. The names
 * of layouts and fields do not matter, nor do the other fields, which only add to ids that already differ.
 */
final class LayoutScope {

    private final SnowflakeLayout layout;
    private final long time;
    private final long worker;
    private final long sequence;

    /** Each of the three numbers has the bits of its field set. */
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

    /** Describes the layout in messages. */
    @Override
    public String toString() {
        return layout.describe();
    }
}
