package io.github.hibernateidgen.internal.text;

import java.util.Locale;

/** Which settings hold keys, so that nothing shows their values. */
public final class Secrets {

    /** Stands in messages for a value that may be a secret, such as that of an unknown setting. */
    public static final String HIDDEN = "hidden";

    private Secrets() {}

    /**
     * Tells by its name whether a setting of this library holds keys, or is most likely a misspelt one that does.
     *
     * @param setting a name, also one of a framework's or of an environment variable
     * @return whether its value is to be hidden
     */
    public static boolean isSecret(String setting) {
        String name = setting.toLowerCase(Locale.ROOT).replaceAll("[^a-z.]", "");
        return name.contains("idgen")
                && (name.contains("key") || name.contains("seal"))
                && !name.endsWith("acceptplain");
    }
}
