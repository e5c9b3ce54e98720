package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.SealSettings;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.Map;

/** The settings that texts of ids depend on, where there is no session factory. */
public record TextSettings(Settings settings) {

    /**
     * Reads the settings.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if one is wrong
     */
    public static TextSettings read(Map<String, Object> given) {
        return new TextSettings(Settings.read(given, name -> {
            throw new IllegalArgumentException(name);
        }));
    }

    /** Returns the layout of an attribute that names it, or the default. */
    public SnowflakeLayout layout(String path, String name) {
        return settings.layout(path, name);
    }

    /** Returns a notation, sealed with the keys. */
    public Notation sealed(String path, Notation notation) {
        SealSettings seal = settings.seal();
        return notation.sealed(seal.seal(path, notation.prefix()), seal.acceptsPlain());
    }
}
