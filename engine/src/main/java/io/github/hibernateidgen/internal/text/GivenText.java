package io.github.hibernateidgen.internal.text;

import java.util.regex.Pattern;

/** Prepares text from outside for messages, because messages are logged and an attacker may have written the text. */
public final class GivenText {

    private static final int LONGEST = 100;

    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private GivenText() {}

    /**
     * Shortens a text, and escapes backslashes and all characters that are not printable ASCII, so that the result is a
     * single line, and different texts of up to 100 characters never look the same.
     *
     * @param text any text
     * @return its first 100 characters, and {@code ...} if there are more
     */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && c != '\\') {
                shown.append(c);
            } else {
                shown.append(String.format("\\u%04x", (int) c));
            }
        }
        return text.length() > LONGEST ? shown + "..." : shown.toString();
    }

    /**
     * Escapes the characters that could end a line, or change how a line is shown: control characters, separators of lines
     * and paragraphs, and invisible characters, such as marks of the writing direction.
     */
    public static String onOneLine(String text) {
        return HIDDEN.matcher(text)
                .replaceAll(match -> String.format("\\\\u%04x", match.group().codePointAt(0)));
    }
}
