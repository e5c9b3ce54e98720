package io.github.hibernateidgen.jackson;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which text a value has in JSON: by its class, or by the annotation of its attribute. */
final class IdTextLookup {

    private IdTextLookup() {}

    static Function<Class<?>, Optional<IdText>> of(Idgen idgen) {
        return type ->
                idgen.idTexts().stream().filter(text -> text.type() == type).findFirst();
    }

    /** The text that an annotation with a prefix asks for. */
    static Optional<IdText> prefixed(
            String name, Class<?> type, @Nullable SnowflakeId snowflake, @Nullable CombGuid guid) {
        return snowflake != null
                ? IdText.of(name, type, snowflake)
                : guid != null ? IdText.of(name, type, guid) : Optional.empty();
    }
}
