package io.github.hibernateidgen.internal.engines;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one mapping, in the order in which Hibernate asked, what makes their values for code that has no entity,
 * and what is to be done about them at the start.
 *
 * <p>Not thread-safe: {@link Engines} guards it.
 */
final class BoundAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Map<String, BoundAttribute> byKey = new LinkedHashMap<>();
    private final Map<String, Supplier<Object>> makers = new HashMap<>();
    private final Map<String, Consumer<SessionFactoryImplementor>> startChecks = new LinkedHashMap<>();
    private final List<Runnable> bindings = new ArrayList<>();

    /** Remembers an attribute, and logs what was chosen for it when it is first seen. */
    BoundAttribute bound(String key, Supplier<BoundAttribute> first) {
        return byKey.computeIfAbsent(key, missing -> {
            BoundAttribute bound = first.get();
            requireOneText(bound);
            LOG.debug(bound);
            return bound;
        });
    }

    /** Who reads an id of a class knows the class, and not the attribute. */
    private void requireOneText(BoundAttribute bound) {
        ValueText text = bound.text();
        for (BoundAttribute other : byKey.values()) {
            if (text != null && other.text() != null && text.contradicts(other.text())) {
                throw new IdgenConfigurationException(
                        bound.path(),
                        text.type().getName(),
                        "ids of this class are written as " + text.written() + ", but those of " + other.path()
                                + " as " + other.text().written()
                                + "; give both the same prefix and form, or a class each");
            }
        }
    }

    List<BoundAttribute> all() {
        return List.copyOf(byKey.values());
    }

    List<AttributeSegments> segments() {
        return byKey.values().stream()
                .map(BoundAttribute::segments)
                .filter(Objects::nonNull)
                .toList();
    }

    void makes(String path, boolean own, Supplier<Object> maker) {
        if (own) {
            makers.put(path, maker);
        } else {
            makers.putIfAbsent(path, maker);
        }
    }

    @Nullable
    Supplier<Object> maker(String path) {
        return makers.get(path);
    }

    void remember(Runnable binding) {
        bindings.add(binding);
    }

    List<Runnable> bindings() {
        return List.copyOf(bindings);
    }

    void forgetBindings() {
        bindings.clear();
    }

    /** Of several checks of one attribute the last counts. */
    void atStart(String key, Consumer<SessionFactoryImplementor> check) {
        startChecks.put(key, check);
    }

    List<Consumer<SessionFactoryImplementor>> startChecks() {
        return List.copyOf(startChecks.values());
    }

    void forgetStartChecks() {
        startChecks.clear();
    }

    /** Forgets all but how to bind them anew. */
    void clear() {
        byKey.clear();
        makers.clear();
        startChecks.clear();
    }
}
