package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.text.Lazy;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import java.util.function.Supplier;
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
     * Returns the seal of a purpose. The seal is made when it is first requested, because settings may be read long before
     * the session factory is made: Quarkus reads them when it builds an application, and the keys come later. No lock is
     * needed, because two seals of the same purpose are equivalent.
     *
     * @return supplies the seal, or throws an {@code IdgenConfigurationException} if there is no key
     */
    public Supplier<Seal> seal(String path, String purpose) {
        return new Lazy<>(() -> make(path, purpose));
    }

    private Seal make(String path, String purpose) {
        if (keys == null) {
            throw new IdgenConfigurationException(
                    path,
                    "sealed = true",
                    "no key is set to seal the text with; make a key with [idgen seal new-key] or [openssl rand"
                            + " -base64 32], and set " + Setting.SEAL_KEYS.key() + " to a name and the key, as in"
                            + " a:KEY");
        }
        try {
            return new Seal(keys, purpose);
        } catch (IllegalArgumentException e) {
            throw Setting.SEAL_KEYS.invalid(keys, e);
        }
    }
}
