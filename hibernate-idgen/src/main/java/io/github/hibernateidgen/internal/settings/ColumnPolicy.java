package io.github.hibernateidgen.internal.settings;

/** What to do about a column that does not fit the values made for it. */
public enum ColumnPolicy {
    /** Logs a warning; a column that can hold no value stops start-up. */
    WARN,
    /** Stops start-up. */
    FAIL,
    /** Checks no column. */
    OFF
}
