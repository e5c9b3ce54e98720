package io.github.hibernateidgen.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of servers as messages show them: an error goes to logs, and a password does not. */
public final class Addresses {

    private static final Pattern ACCOUNT_IN_TEXT = Pattern.compile("://[^\\s\\[\\]]*@");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.:-]*://");

    private static final Pattern PASSWORD_WITHOUT_HOST = Pattern.compile("://:.*", Pattern.DOTALL);
    private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::[0-9]+)?";

    /** Source of the characters before the host: RFC 3986, section 3.2.1. Several hosts stand in a list; a socket has a path. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://"
            + "(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?(?:" + HOST + "(?:," + HOST + ")*|(?=/[^/]))(?:[/?#][^@\\s]*)?");

    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private Addresses() {}

    /**
     * Returns whether an address has a scheme, a host, and before its last {@code @} only characters that a URI may have there. Of
     * any other address a client may take a part of the password for the host, and resolve or log it.
     */
    public static boolean isReadable(String address) {
        return ADDRESS.matcher(address).matches()
                && !BAD_ESCAPE.matcher(address).find();
    }

    /**
     * Hides the account in an address, which may be misspelt.
     *
     * @param address an address
     * @return the address, with {@code ***} for all that stands between its scheme, if it has one, and its last {@code @}, or the
     *     end, if it begins with a password that no {@code @} ends
     */
    public static String shown(String address) {
        int host = address.lastIndexOf('@');
        Matcher scheme = SCHEME.matcher(address);
        if (host <= 0) {
            return PASSWORD_WITHOUT_HOST.matcher(address).replaceFirst("://***");
        }
        return (scheme.lookingAt() ? scheme.group() : "") + "***" + address.substring(host);
    }

    /**
     * Hides what stands between {@code ://} and {@code @}, in which a password may have a slash.
     *
     * @param text any text
     * @return the text, with {@code ***} in these places
     */
    public static String withoutPassword(String text) {
        return ACCOUNT_IN_TEXT.matcher(text).replaceAll("://***@");
    }
}
