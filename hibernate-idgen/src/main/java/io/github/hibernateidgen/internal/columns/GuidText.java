package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How a GUID is written as text. In a column of a database's own GUID type the driver decides how it comes back, and
 * Hibernate takes another writing of one id for another row.
 */
public enum GuidText {
    /** PostgreSQL, Cockroach, MariaDB, H2, HSQLDB; and ours where the column is text. */
    LOWER_CASE {
        @Override
        public String format(UUID guid) {
            return guid.toString();
        }
    },
    /** SQL Server. */
    UPPER_CASE {
        @Override
        public String format(UUID guid) {
            return guid.toString().toUpperCase(Locale.ROOT);
        }
    },
    /** Without hyphens, for a text column that has no room for them. */
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
     * Writes a GUID that is text already in this way.
     *
     * @throws IllegalArgumentException if it has not 32 hexadecimal digits, with the four hyphens or without
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
