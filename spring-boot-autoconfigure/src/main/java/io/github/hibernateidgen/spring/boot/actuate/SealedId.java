package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTextException;
import io.github.hibernateidgen.internal.types.IdClass;
import java.util.Optional;

/** Opens sealed text for operators. */
final class SealedId {

    private SealedId() {}

    /**
     * Opens a text.
     *
     * @param attribute how an attribute's values are written
     * @param text the text
     * @return the id inside; none if the attribute's text is not sealed, or this is none of it
     */
    static Optional<WrittenId> open(IdText attribute, String text) {
        if (!attribute.isSealed() || !text.startsWith(attribute.prefix())) {
            return Optional.empty();
        }
        try {
            return Optional.of(WrittenId.of(IdClass.plain(attribute.read(text))));
        } catch (IdTextException e) {
            return Optional.empty();
        }
    }
}
