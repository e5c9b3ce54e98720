package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.Idgen;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The texts of the typed ids of all persistence units. Which classes these are is known from the start; how their ids are
 * written, once the persistence units have started.
 *
 * <p>Thread-safe.
 */
public final class IdTexts {

    private final Set<Class<?>> types;
    private final Map<Class<?>, IdText> found = new ConcurrentHashMap<>();

    IdTexts(Set<Class<?>> types) {
        this.types = types;
    }

    /** Whether a class is of ids. */
    boolean isIdClass(Class<?> type) {
        return types.contains(type);
    }

    /**
     * Finds how the ids of a class are written.
     *
     * @param type the class
     * @return the text; none if the class is not of ids
     * @throws IllegalStateException if two persistence units differ in it
     */
    Optional<IdText> find(Class<?> type) {
        if (!isIdClass(type)) {
            return Optional.empty();
        }
        IdText known = found.get(type);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<IdText> text = look(type);
        text.ifPresent(one -> found.put(type, one));
        return text;
    }

    private static Optional<IdText> look(Class<?> type) {
        List<IdText> texts = idgens().stream()
                .flatMap(idgen -> idgen.idTexts().stream())
                .filter(text -> text.type() == type)
                .toList();
        for (IdText other : texts) {
            if (!other.agreesWith(texts.get(0))) {
                throw new IllegalStateException(texts.get(0) + ", but " + other + ", and both are of " + type.getName()
                        + "; give each a class of its own");
            }
        }
        return texts.stream().findFirst();
    }

    /** What this library does in each persistence unit that it makes values for. */
    static Collection<Idgen> idgens() {
        return PersistenceUnits.all().values();
    }
}
