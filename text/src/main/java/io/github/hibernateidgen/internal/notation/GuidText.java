package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.guid.GuidNotation;
import java.util.Locale;
import java.util.UUID;

/**
 * A notation of GUIDs as text. For a column of the database's own GUID type, the driver decides in which notation it returns
 * a GUID. Hibernate mistakes the same id in another notation for the id of another row.
 */
public enum GuidText {
    /**
     * The notation of PostgreSQL, Cockroach, MariaDB, H2 and HSQLDB, and of this library in text columns of 36 characters or
     * more.
     */
    LOWER_CASE,
    /** The notation of SQL Server. */
    UPPER_CASE,
    /** A notation without hyphens, for a text column that has no room for them. */
    COMPACT;

    public String format(UUID guid) {
        String text = guid.toString();
        return switch (this) {
            case LOWER_CASE -> text;
            case UPPER_CASE -> text.toUpperCase(Locale.ROOT);
            case COMPACT -> text.replace("-", "");
        };
    }

    /**
     * Converts a GUID in any of these notations to this notation.
     *
     * @throws IllegalArgumentException if the text does not have 32 hexadecimal digits, with or without the four hyphens
     */
    public String normalize(String text) {
        return GuidNotation.UUID
                .find(text)
                .map(this::format)
                .orElseThrow(() -> new IllegalArgumentException(
                        "is no GUID; give 32 hexadecimal digits, with the four hyphens or without"));
    }
}
