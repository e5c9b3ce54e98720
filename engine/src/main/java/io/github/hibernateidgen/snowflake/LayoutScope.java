package io.github.hibernateidgen.snowflake;

/**
 * A layout, compared by the ids that it makes. Two scopes are equal if their layouts make the same ids for the same
 * worker. The names of layouts and fields do not matter. Entity, shard and scatter fields do not matter either, because
 * any two ids of a worker already differ in the other fields.
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
