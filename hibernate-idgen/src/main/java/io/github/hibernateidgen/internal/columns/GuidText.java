package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A notation of GUIDs as text. For a column of the database's own GUID type, the driver decides in which notation it
 * returns a GUID, and Hibernate takes the same id in another notation for another row.
 */
public enum GuidText {
    /** The notation of PostgreSQL, Cockroach, MariaDB, H2 and HSQLDB, and of this library in text columns. */
    LOWER_CASE {
        @Override
        public String format(UUID guid) {
            return guid.toString();
        }
    },
    /** The notation of SQL Server. */
    UPPER_CASE {
        @Override
        public String format(UUID guid) {
            return guid.toString().toUpperCase(Locale.ROOT);
        }
    },
    /** A notation without hyphens, for a text column that has no room for them. */
    COMPACT {
        @Override
        public String format(UUID guid) {
            return guid.toString().replace("-", "");
        }
    };

    private static final Pattern READABLE =
            Pattern.compile("\\p{XDigit}{8}(-?)\\p{XDigit}{4}\\1\\p{XDigit}{4}\\1\\p{XDigit}{4}\\1\\p{XDigit}{12}");

    private static final int HEX = 16;

    public abstract String format(UUID guid);

    /**
     * Converts a GUID in any notation to this one.
     *
     * @throws IllegalArgumentException if it does not have 32 hexadecimal digits, with or without the four hyphens
     */
    public String normalize(String text) {
        if (!READABLE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "is no GUID; give 32 hexadecimal digits, with the four hyphens or without");
        }
        String digits = text.replace("-", "");
        return format(new UUID(
                Long.parseUnsignedLong(digits.substring(0, HEX), HEX),
                Long.parseUnsignedLong(digits.substring(HEX), HEX)));
    }
}
