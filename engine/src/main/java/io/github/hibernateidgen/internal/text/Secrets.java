package io.github.hibernateidgen.internal.text;

import static java.util.regex.Pattern.CASE_INSENSITIVE;
import static java.util.regex.Pattern.DOTALL;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps secrets out of messages: the values of settings that contain keys, and passwords in text that is copied from a
 * driver, a client or another library, and in the exceptions of these.
 */
public final class Secrets {

    /** Replaces a value that may be a secret in messages, such as the value of an unknown setting. */
    public static final String HIDDEN = "hidden";

    private static final String MASK = "***";

    /**
     * Matches what is before an account. The password may contain any character, even another {@code @}, so the account ends
     * at the last {@link #AT} of the text. Oracle's URLs have the account after the name of the driver.
     */
    private static final Pattern BEFORE_ACCOUNT =
            Pattern.compile("(?:jdbc:(?:[a-z0-9]+:)++(?://)?+|://)", CASE_INSENSITIVE);

    /** Matches an {@code @} before a host. MySQL writes {@code 'user'@'host'}, outside of addresses. */
    private static final Pattern AT = Pattern.compile("@(?!')");

    private static final String WORD = "(?:pass?wo?r?d|pwd)";
    private static final String AFTER_WORD = "[\"']?\\s*[=:]";
    private static final String OTHER_WORD = "(?:passphrase|secret|token|credential|(?:api|access|private)[-_.]?key)";
    private static final String AFTER_OTHER_WORD = "\\s*=";

    /**
     * Matches the name of a parameter with a secret. Does not match if the value is masked already, nor the words "using
     * password: YES" of MySQL. Reads the whole name once: a search from each of its characters would take a time that grows
     * with the square of its length.
     */
    private static final Pattern NAME = Pattern.compile(
            "(?:\\G|(?<![\\w.-]))(?:(?=[\\w.-]*?" + WORD + ")[\\w.-]++" + AFTER_WORD + "|(?=[\\w.-]*?" + OTHER_WORD
                    + ")[\\w.-]++" + AFTER_OTHER_WORD + ")\\s*+(?!(?:YES|NO)\\)|\\*{3}(?:\\W|\\z))",
            CASE_INSENSITIVE);

    /**
     * Matches the end of a parameter's value. A driver decides where the value ends: at the next {@code &} or {@code ;} with
     * a parameter. In other text the end is unknown, so the value lasts to the next secret, or to the end of the text.
     */
    private static final Pattern END_OF_VALUE = Pattern.compile(
            "[&;][\\w.-]+=|" + WORD + "[\\w.-]{0,60}" + AFTER_WORD + "|" + OTHER_WORD + "[\\w.-]{0,60}"
                    + AFTER_OTHER_WORD + "|\\z",
            CASE_INSENSITIVE);

    private static final Pattern BRACE = Pattern.compile("[\"']?\\{");

    /** Matches the arguments of a command that Redis repeats in an error, such as those of {@code AUTH}. */
    private static final Pattern REPEATED = Pattern.compile("(with args beginning with:).*", DOTALL);

    /** A chain of causes is rarely longer, and may be a circle. */
    private static final int LONGEST_CHAIN = 30;

    private Secrets() {}

    /**
     * Masks the passwords in text that another library has written, such as the message of a driver with its URL.
     *
     * @param text any text
     * @return the text, with {@code ***} for accounts before a host and for the values of parameters such as {@code
     *     password}
     */
    public static String masked(String text) {
        // Parameters first: the value of a parameter may contain an @.
        String withoutAccounts = withoutAccount(withoutParameters(text));
        return REPEATED.matcher(withoutAccounts).replaceAll("$1 " + MASK);
    }

    private static String withoutParameters(String text) {
        StringBuilder masked = new StringBuilder();
        Matcher name = NAME.matcher(text);
        Matcher end = END_OF_VALUE.matcher(text);
        int lastBrace = text.lastIndexOf('}');
        int done = 0;
        while (name.find(done)) {
            int value = name.end();
            boolean hasBraces = BRACE.matcher(text).region(value, text.length()).lookingAt() && lastBrace > value;
            end.find(hasBraces ? lastBrace + 1 : value);
            masked.append(text, done, value).append(MASK);
            done = end.start();
            if (done == text.length()) {
                break;
            }
        }
        return masked.append(text, done, text.length()).toString();
    }

    private static String withoutAccount(String text) {
        int last = AT.matcher(text).results().mapToInt(MatchResult::start).reduce(-1, (first, second) -> second);
        Matcher before = BEFORE_ACCOUNT.matcher(text);
        return before.find() && before.end() < last
                ? text.substring(0, before.end()) + MASK + text.substring(last)
                : text;
    }

    /**
     * Masks the passwords in the messages of an exception and of its causes, because a log shows all of them.
     *
     * @param failure any exception; the caller holds no lock, because this method calls the exception's methods
     * @return the exception itself if no message contains a password; otherwise a copy with the same stack traces, whose text
     *     has the name of the original class
     */
    public static Throwable masked(Throwable failure) {
        return isShown(failure, 0) ? new Masked(failure, 0) : failure;
    }

    private static boolean isShown(@Nullable Throwable failure, int depth) {
        if (failure == null || failure instanceof Masked) {
            return false;
        }
        if (depth > LONGEST_CHAIN
                || hasSecret(failure.getMessage())
                || hasSecret(ownText(failure))
                || isShown(failure.getCause(), depth + 1)) {
            return true;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (isShown(suppressed, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasSecret(@Nullable String text) {
        return text != null && !masked(text).equals(text);
    }

    /** Returns the text that an exception has beside its class and its message; null for almost all exceptions. */
    private static @Nullable String ownText(Throwable failure) {
        String name = failure.getClass().getName();
        String message = failure.getLocalizedMessage();
        String text = failure.toString();
        return text.equals(message == null ? name : name + ": " + message) ? null : text;
    }

    /** A copy of an exception with a password in a message. */
    private static final class Masked extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String text;

        Masked(Throwable original, int depth) {
            super(
                    original.getMessage() == null ? null : masked(original.getMessage()),
                    original.getCause() == null || depth > LONGEST_CHAIN
                            ? null
                            : new Masked(original.getCause(), depth + 1));
            String own = ownText(original);
            String name = original.getClass().getName();
            this.text = own != null ? masked(own) : getMessage() == null ? name : name + ": " + getMessage();
            setStackTrace(original.getStackTrace());
            for (Throwable suppressed : original.getSuppressed()) {
                if (depth <= LONGEST_CHAIN) {
                    addSuppressed(new Masked(suppressed, depth + 1));
                }
            }
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // The text has the name of the original class.
        public String toString() {
            return text;
        }
    }

    /**
     * Returns whether a name belongs to a setting of this library that contains keys, or is probably a misspelt name of such
     * a setting.
     *
     * @param setting a name in the form of Hibernate, of a framework or of an environment variable
     * @return whether the setting's value must be hidden
     */
    public static boolean isSecret(String setting) {
        String name = setting.toLowerCase(Locale.ROOT).replaceAll("[^a-z.]", "");
        return name.contains("idgen")
                && (name.contains("key") || name.contains("seal"))
                && !name.endsWith("acceptplain");
    }
}
