package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A column as the database describes it through JDBC.
 *
 * @param type the type's name as the database writes it, such as {@code int4} or {@code CHARACTER VARYING}
 * @param size the length of text or binary in characters or bytes, or the digits of a number; 0 or less if there is no
 *     bound
 * @param digits the digits of a number after the decimal point
 */
public record StoredColumn(String name, String type, long size, int digits, boolean required) {

    /** Matches types whose values are filled up with blanks or zeros to the column's size, and read so. */
    private static final Pattern PADDED =
            Pattern.compile("(?:n?char|bpchar|character|national char(?:acter)?|binary)\\b(?!.*(?:varying|large)).*");

    private static final Pattern SIZED =
            Pattern.compile("(?:.*char|.*character|.*binary|raw|dec|decimal|numeric|number)");

    /** Returns a column as the mapping describes it, with its size in the type's name. */
    static StoredColumn mapped(StoredColumn stored, String type) {
        return new StoredColumn(stored.name, type, 0, 0, stored.required);
    }

    /** Whether values are filled up to the column's size. */
    public boolean isPadded() {
        return PADDED.matcher(lowerCaseType()).matches();
    }

    public String lowerCaseType() {
        return type.toLowerCase(Locale.ROOT);
    }

    /** Returns the type as it is written in SQL. */
    @Override
    public String toString() {
        String lower = lowerCaseType();
        String plain = lower.replace(" varying", "");
        boolean isSized =
                size > 0 && size < Integer.MAX_VALUE && SIZED.matcher(plain).matches();
        return isSized ? lower + "(" + size + (digits > 0 ? "," + digits : "") + ")" : lower;
    }
}
