package io.github.hibernateidgen.snowflake;

/**
 * A layout among those that must make different ids. Two scopes are equal if they make the same ids for the same worker. The
 * names of layouts and fields do not matter, nor do the other fields, which only add to ids that already differ.
 */
record LayoutScope(SnowflakeLayout layout) {

    @Override
    public boolean equals(Object other) {
        return other instanceof LayoutScope that && layout.makesIdsOf(that.layout);
    }

    @Override
    public int hashCode() {
        return layout.epoch().hashCode();
    }

    /** Describes the layout in messages. */
    @Override
    public String toString() {
        return layout.describe();
    }
}
