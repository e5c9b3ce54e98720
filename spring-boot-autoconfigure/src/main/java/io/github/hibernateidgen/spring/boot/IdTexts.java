package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.internal.types.IdClass;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.lang.annotation.Annotation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The texts of the typed ids of all entity manager factories. They are asked for when a class that may be one is
 * first met: a factory that is lazy is made then, and by no other class.
 *
 * <p>Thread-safe.
 */
final class IdTexts {

    private final ObjectProvider<EntityManagerFactory> factories;

    /**
     * What was found, since each conversion asks. Weak, for classes that are no ids and whose loaders end before the
     * application; those of ids are held by the factories too.
     */
    private final Map<Class<?>, Optional<IdText>> found = Collections.synchronizedMap(new WeakHashMap<>());

    IdTexts(ObjectProvider<EntityManagerFactory> factories) {
        this.factories = factories;
    }

    /**
     * Finds how the ids of a class are written.
     *
     * @param type the class
     * @return the text; none if the class is not of ids
     * @throws IllegalStateException if two factories differ in it
     */
    Optional<IdText> find(Class<?> type) {
        Optional<IdText> known = found.get(type);
        if (known == null) {
            known = look(type); // Not in the monitor of the map: a lazy factory is made meanwhile.
            found.put(type, known);
        }
        return known;
    }

    /** The text of an attribute whose annotation asks for one; none of one that is sealed where no factory knows how. */
    Optional<IdText> annotated(String name, Class<?> type, Annotation... annotations) {
        for (Annotation annotation : annotations) {
            for (Idgen idgen : idgens()) {
                Optional<IdText> text = idgen.idText(name, type, annotation);
                if (text.isPresent()) {
                    return text;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<IdText> look(Class<?> type) {
        if (!IdClass.isOne(type)) {
            return Optional.empty();
        }
        List<IdText> texts = idgens().stream()
                .flatMap(idgen -> idgen.idTexts().stream())
                .filter(text -> text.type() == type)
                .toList();
        texts.stream()
                .filter(text -> !text.agreesWith(texts.get(0)))
                .findFirst()
                .ifPresent(other -> {
                    throw new IllegalStateException(texts.get(0) + ", but " + other + ", and both are of "
                            + type.getName() + "; give each a class of its own");
                });
        return texts.stream().findFirst();
    }

    /** What this library does in each factory of Hibernate's. */
    List<Idgen> idgens() {
        return factories.stream().flatMap(IdTexts::idgen).toList();
    }

    private static Stream<Idgen> idgen(EntityManagerFactory factory) {
        if (!factory.isOpen()) {
            return Stream.empty(); // The application ends.
        }
        try {
            return Stream.of(Idgen.of(factory.unwrap(SessionFactory.class)));
        } catch (PersistenceException e) {
            return Stream.empty(); // Not Hibernate's.
        }
    }
}
