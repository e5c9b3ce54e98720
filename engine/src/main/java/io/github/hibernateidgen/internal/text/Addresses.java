package io.github.hibernateidgen.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes passwords from the addresses of servers, because messages with an address are logged. */
public final class Addresses {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.:-]*://");

    private static final Pattern PASSWORD_WITHOUT_HOST = Pattern.compile("://:.*", Pattern.DOTALL);
    private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::[0-9]+)?";

    /**
     * Matches a readable address. RFC 3986, section 3.2.1, defines the characters before the host. Commas separate several
     * hosts. The address of a socket has a path and no host.
     */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://"
            + "(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?(?:" + HOST + "(?:," + HOST + ")*|(?=/[^/]))(?:[/?#][^@\\s]*)?");

    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private Addresses() {}

    /**
     * Returns whether an address has a scheme, and a host or a socket's path, and whether a URI allows all characters before
     * the {@code @}. In any other address, a client may mistake a part of the password for the host, and resolve or log that
     * part.
     */
    public static boolean isReadable(String address) {
        return ADDRESS.matcher(address).matches()
                && !BAD_ESCAPE.matcher(address).find();
    }

    /**
     * Hides the account in an address. The address may be misspelt.
     *
     * @param address an address
     * @return the address. {@code ***} replaces all characters between the scheme, if there is a scheme, and the last
     *     {@code @}. If {@code ://:} begins a password and no {@code @} ends it, {@code ***} replaces the rest of the address
     */
    public static String shown(String address) {
        int host = address.lastIndexOf('@');
        Matcher scheme = SCHEME.matcher(address);
        if (host <= 0) {
            return PASSWORD_WITHOUT_HOST.matcher(address).replaceFirst("://***");
        }
        return (scheme.lookingAt() ? scheme.group() : "") + "***" + address.substring(host);
    }
}
