package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.SealSettings;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.Map;

/** The settings for reading and writing ids as text without a session factory. */
public record TextSettings(Settings settings) {

    /**
     * Reads the settings.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if a setting is wrong
     */
    public static TextSettings read(Map<String, Object> given) {
        return new TextSettings(Settings.read(given, name -> {
            throw new IllegalArgumentException(name);
        }));
    }

    /** Returns the layout that an attribute names, or the default layout if the name is empty. */
    public SnowflakeLayout layout(String path, String name) {
        return settings.layout(path, name);
    }

    /** Returns a notation that is sealed with the keys of these settings. */
    public Notation sealed(String path, Notation notation) {
        SealSettings seal = settings.seal();
        try {
            return notation.sealed(seal.seal(path, notation.prefix()), seal.acceptsPlain());
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(path, notation.prefix(), String.valueOf(e.getMessage()));
        }
    }
}
