package io.github.hibernateidgen.internal.columns;

/** The kinds of values that a column contains. */
enum Held {
    /** The database's own type for GUIDs. */
    GUID,
    NUMBER,
    TEXT,
    CLOB,
    BYTES,
    BLOB,
    /** Times and booleans, which are no ids. */
    TIME,
    /** A type with an unknown name, which is not judged. */
    UNKNOWN
}
