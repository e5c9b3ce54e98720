package io.github.hibernateidgen.internal.settings;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.seal.SealKeys;
import org.jspecify.annotations.Nullable;

/**
 * The settings of sealed text.
 *
 * @param keys the keys, or null
 * @param acceptsPlain whether plain text is read where sealed text is expected
 */
public record SealSettings(@Nullable SealKeys keys, boolean acceptsPlain) {

    static SealSettings read(Settings settings) {
        boolean acceptsPlain = (Boolean) settings.get(Setting.SEAL_ACCEPT_PLAIN);
        Object given = settings.get(Setting.SEAL_KEYS);
        if (given.equals("")) {
            return new SealSettings(null, acceptsPlain);
        }
        if (given instanceof SealKeys keys) {
            return new SealSettings(keys, acceptsPlain);
        }
        if (!(given instanceof String text)) {
            throw new IdgenConfigurationException(
                    Setting.SEAL_KEYS.key(),
                    given,
                    "is an object of " + given.getClass().getName() + "; give text, name:base64, or a "
                            + SealKeys.class.getName());
        }
        try {
            return new SealSettings(SealKeys.parse(text), acceptsPlain);
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(text, e);
        }
    }

    /**
     * Returns the name of the key with which a text is sealed. This fetches the key.
     *
     * @param path the typed id or the attribute
     * @throws IdgenConfigurationException if there is no key, or the key is not valid
     */
    public String key(String path, Notation text) {
        if (keys == null) {
            throw new IdgenConfigurationException(
                    path,
                    "sealed = true",
                    "no key is set to seal the text with; make a key with [idgen seal new-key] or [openssl rand"
                            + " -base64 32], and set " + Setting.SEAL_KEYS.key() + " to a name and the key, as in"
                            + " a:KEY");
        }
        try {
            return requireNonNull(text.seal()).get().key();
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(keys, e);
        }
    }
}
