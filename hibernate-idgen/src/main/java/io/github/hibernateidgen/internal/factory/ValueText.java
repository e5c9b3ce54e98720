package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.seal.Seal;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the values of an attribute are written outside of the database. Immutable and thread-safe.
 *
 * @param type what the attribute holds
 * @param isIdClass whether that is a typed id, which has one text wherever it is
 * @param prefix what stands in front of each, or empty
 * @param rule what comes after the prefix
 * @param form which of the forms that the rule takes is written; empty where there is one only
 * @param writing turns a value into what comes after the prefix
 * @param reading turns that into a value, or throws an {@code IllegalArgumentException}
 * @param unprefixed reads text without the prefix, where that is let in for the time of a move; null where it is not
 * @param seal what the text is sealed with; null where it is plain
 */
public record ValueText(
        Class<?> type,
        boolean isIdClass,
        String prefix,
        TextRule rule,
        String form,
        Function<Object, String> writing,
        Function<String, Object> reading,
        @Nullable Function<String, Object> unprefixed,
        @Nullable Supplier<Seal> seal) {

    /** The same, behind another prefix. */
    public ValueText with(String otherPrefix) {
        return new ValueText(type, isIdClass, otherPrefix, rule, form, writing, reading, unprefixed, seal);
    }

    /** Whether a value of the same class could be written in another way. */
    boolean contradicts(ValueText other) {
        return isIdClass && type == other.type && !written().equals(other.written());
    }

    /** How a text is written, in words: what is read may have other forms, too. */
    public String written() {
        return form.isEmpty() ? expected() : expected() + ", in form [" + form + "]";
    }

    /** What a text must be, in words. */
    public String expected() {
        return prefix.isEmpty() ? rule.words() : "[" + prefix + "] and " + rule.words();
    }

    /** What a text that is written matches as a whole. */
    public String pattern() {
        return "^" + prefix.replace(".", "\\.") + rule.pattern() + "$";
    }
}
