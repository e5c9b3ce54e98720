package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.factory.ValueText;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.seal.Seal;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Makes sealed texts of plain ones: what a value's plain text says is sealed, and what was sealed is read as plain text. */
final class SealedTexts {

    private SealedTexts() {}

    /**
     * Between plain and sealed text.
     *
     * @param isText whether a value is text itself, which has to come back as it was
     */
    record Codec(BiFunction<Seal, String, String> seal, BiFunction<Seal, String, String> open, boolean isText) {

        /** Numbers in decimal. */
        static final Codec NUMBERS = of(Long::parseLong, Long::toString);

        /** GUIDs, read as any column has them. */
        static final Codec GUIDS = new Codec(
                (seal, plain) -> seal.seal(GuidNotation.UUID.parse(plain)),
                (seal, text) -> seal.openGuid(text).toString(),
                false);

        /** Numbers in a form of text. */
        static Codec of(ToLongFunction<String> parse, LongFunction<String> format) {
            return new Codec(
                    (seal, plain) -> seal.seal(parse.applyAsLong(plain)),
                    (seal, text) -> format.apply(seal.openLong(text)),
                    false);
        }

        /** The same, for values that are text. */
        Codec ofText() {
            return new Codec(seal, open, true);
        }
    }

    /**
     * Makes a sealed text.
     *
     * @param visible how values are written that are not sealed, with the prefix
     * @param plain the text that is sealed, without a prefix
     * @param acceptsPlain whether both plain texts are read, too
     */
    static ValueText of(ValueText visible, ValueText plain, Codec codec, Supplier<Seal> seal, boolean acceptsPlain) {
        Function<String, Object> opening =
                text -> plain.reading().apply(codec.open().apply(seal.get(), text));
        return new ValueText(
                visible.type(),
                visible.isIdClass(),
                visible.prefix(),
                TextRules.SEALED,
                "",
                id -> seal(id, plain, codec, seal.get()),
                acceptsPlain ? text -> either(opening, visible.reading(), text) : opening,
                acceptsPlain ? plain.reading() : null,
                seal);
    }

    private static String seal(Object id, ValueText plain, Codec codec, Seal seal) {
        String text = plain.writing().apply(id);
        String sealed;
        try {
            sealed = codec.seal().apply(seal, text);
        } catch (IllegalArgumentException e) {
            throw unwritable(text, "is no id that can be sealed; give a whole number of 64 bits, or a GUID", e);
        }
        if (codec.isText()) { // One that is written in another way would not come back as it was.
            String opened =
                    plain.writing().apply(plain.reading().apply(codec.open().apply(seal, sealed)));
            if (!opened.equals(text)) {
                throw unwritable(text, "would come back as [" + opened + "]; write it so in the column, too", null);
            }
        }
        return sealed;
    }

    private static IllegalArgumentException unwritable(String text, String problem, @Nullable Exception cause) {
        return new IllegalArgumentException("[" + GivenText.shown(text) + "] " + problem, cause);
    }

    private static Object either(Function<String, Object> opening, Function<String, Object> plain, String text) {
        try {
            return opening.apply(text);
        } catch (IllegalArgumentException refusal) {
            try {
                return plain.apply(text);
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw refusal;
            }
        }
    }
}
