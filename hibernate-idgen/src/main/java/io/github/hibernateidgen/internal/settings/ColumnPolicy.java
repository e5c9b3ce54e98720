package io.github.hibernateidgen.internal.settings;

/** The reaction to a column that does not fit its generated values. */
public enum ColumnPolicy {
    /** Logs a warning. Startup fails only if the column can't contain any of the values. */
    WARN,
    /** Makes startup fail. */
    FAIL,
    /** Checks no column. */
    OFF
}
