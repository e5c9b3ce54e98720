package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A column as the database describes it through JDBC.
 *
 * @param name its name
 * @param type the type's name as the database writes it, such as {@code int4} or {@code CHARACTER VARYING}
 * @param size the length of text or binary in characters or bytes, or the digits of a number; 0 or less where there is no
 *     bound
 * @param digits the digits of a number behind the point
 * @param required whether it refuses null
 */
public record StoredColumn(String name, String type, long size, int digits, boolean required) {

    /** What is filled up with blanks or zeros to its size, and read so. */
    private static final Pattern PADDED =
            Pattern.compile("(?:n?char|bpchar|character|national char(?:acter)?|binary)\\b(?!.*(?:varying|large)).*");

    private static final Pattern SIZED =
            Pattern.compile("(?:.*char|.*character|.*binary|raw|dec|decimal|numeric|number)");

    /** What a column is to the mapping, which writes the size beside the type's name. */
    static StoredColumn mapped(StoredColumn stored, String type) {
        return new StoredColumn(stored.name, type, 0, 0, stored.required);
    }

    /** Text or binary of one length only. */
    public boolean isPadded() {
        return PADDED.matcher(lowerCaseType()).matches();
    }

    /** The type's name in lower case. */
    public String lowerCaseType() {
        return type.toLowerCase(Locale.ROOT);
    }

    /** The type as one would write it. */
    @Override
    public String toString() {
        String lower = lowerCaseType();
        String plain = lower.replace(" varying", "");
        boolean isSized =
                size > 0 && size < Integer.MAX_VALUE && SIZED.matcher(plain).matches();
        return isSized ? lower + "(" + size + (digits > 0 ? "," + digits : "") + ")" : lower;
    }
}
