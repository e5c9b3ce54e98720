package io.github.hibernateidgen.internal.text;

import java.util.Locale;

/** Identifies settings that contain keys, so that their values are never shown. */
public final class Secrets {

    /** Replaces a value that may be a secret in messages, such as the value of an unknown setting. */
    public static final String HIDDEN = "hidden";

    private Secrets() {}

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
