package io.github.hibernateidgen.internal.text;

/** Addresses of servers as messages show them: an error goes to logs, and a password does not. */
public final class Addresses {

    private Addresses() {}

    /**
     * Hides what stands between {@code ://} and {@code @}, in which a password may have a slash.
     *
     * @param text any text
     * @return the text, with {@code ***} in these places
     */
    public static String withoutPassword(String text) {
        return text.replaceAll("://[^\\s\\[\\]]*@", "://***@");
    }
}
