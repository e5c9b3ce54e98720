package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.util.Optional;

/** Finds the text that the values of an attribute have outside of the database. */
final class AttributeText {

    private AttributeText() {}

    /**
     * Returns the text that {@link PublicId} at the class of the typed id or at the attribute asks for, and otherwise the
     * content of the column.
     *
     * @param values the notation of the column
     * @param assignable whether the application may store any text in a {@code String}
     */
    static Notation of(MappedAttribute attribute, Notation values, boolean assignable) {
        PublicIds ids = attribute.engines().publicIds();
        PublicId publicId = attribute.publicId();
        try {
            Optional<IdText> found =
                    publicId == null ? ids.find(values.type()) : ids.find(attribute.path(), values.type(), publicId);
            if (found.isPresent()) {
                Notation text = found.get().notation();
                requireSameValues(attribute, values, text, assignable);
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("@PublicId", e);
        }
        return assignable && attribute.javaType() == String.class ? values.ofAnyText() : values;
    }

    /** Rejects a form of a {@code String} that would read texts as other values than the column contains. */
    private static void requireSameValues(
            MappedAttribute attribute, Notation values, Notation text, boolean assignable) {
        if (attribute.javaType() != String.class || text.isAnyText()) {
            return;
        }
        if (assignable) {
            throw attribute.invalid(
                    "@PublicId",
                    "an assignable String holds any text, but a form and sealed text hold 64 or 128 bits",
                    "remove assignable, or form and sealed");
        }
        String column = values.plainExample();
        if (!text.agreesWith(column)) {
            throw attribute.invalid(
                    "@PublicId",
                    "the column contains ids such as [" + column + "], but texts would be read as ids such as ["
                            + text.plainExample() + "]",
                    "give the form in which the column contains the ids, or change"
                            + " the attribute's type to a number or a UUID");
        }
    }
}
