package io.github.hibernateidgen.quarkus;

import java.util.Map;

/** The layouts that the application declares. */
public final class Layouts {

    private Layouts() {}

    /**
     * Writes them as Hibernate's settings.
     *
     * @param config what was decided when the application was built
     * @return the settings by name
     */
    public static Map<String, String> settings(IdgenFixedConfig config) {
        return IdgenSettingsMap.layouts(config);
    }
}
