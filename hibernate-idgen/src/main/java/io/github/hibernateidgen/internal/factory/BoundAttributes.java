package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session factory, in the order in which Hibernate made their generators, and what makes their values
 * for code that has no entity.
 *
 * <p>Thread-safe.
 */
public final class BoundAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    // Guarded by this.
    private final Map<String, BoundAttribute> byKey = new LinkedHashMap<>();

    private final Map<String, Supplier<Object>> makers = new ConcurrentHashMap<>();

    BoundAttributes() {}

    /**
     * Adds an attribute, and logs what was chosen for it. Hibernate 7 and later bind each attribute twice: the second time
     * the first one is returned.
     *
     * @param key identifies the attribute
     * @param first makes the attribute
     * @throws IdgenConfigurationException if its typed ids are written in another way than those of another attribute
     */
    public BoundAttribute add(String key, Supplier<? extends BoundAttribute> first) {
        BoundAttribute known = get(key);
        if (known != null) {
            return known;
        }
        BoundAttribute bound = first.get();
        requireOneText(bound);
        put(key, bound);
        if (LOG.isDebugEnabled()) {
            LOG.debug(bound.describe());
        }
        return bound;
    }

    private synchronized @Nullable BoundAttribute get(String key) {
        return byKey.get(key);
    }

    private synchronized void put(String key, BoundAttribute bound) {
        byKey.put(key, bound);
    }

    /** Refuses two texts for one typed id: code that reads the text knows the id's class, but not its attribute. */
    private void requireOneText(BoundAttribute bound) {
        for (BoundAttribute other : all()) {
            if (bound.text().contradicts(other.text())) {
                throw new IdgenConfigurationException(
                        bound.path(),
                        bound.text().type().getName(),
                        "ids of this class are written as " + bound.text().written() + ", but those of " + other.path()
                                + " as " + other.text().written()
                                + "; give both the same prefix and form, or a class each");
            }
        }
    }

    /** Returns all attributes. */
    public synchronized List<BoundAttribute> all() {
        return List.copyOf(byKey.values());
    }

    /** Returns the attributes of one kind. */
    public <A extends BoundAttribute> List<A> all(Class<A> kind) {
        List<A> found = new ArrayList<>();
        for (BoundAttribute attribute : all()) {
            if (kind.isInstance(attribute)) {
                found.add(kind.cast(attribute));
            }
        }
        return List.copyOf(found);
    }

    /**
     * Remembers what makes an attribute's values for code that has no entity. If Hibernate makes several generators of one
     * attribute, the last one counts; they share their engine.
     *
     * @param path the entity and the attribute
     * @param isOwn whether the attribute is the entity's own; an embeddable's is known by its table, which may have the
     *     name of an entity
     * @param maker makes the next value, in the attribute's type
     */
    public void makes(String path, boolean isOwn, Supplier<Object> maker) {
        if (isOwn) {
            makers.put(path, maker);
        } else {
            makers.putIfAbsent(path, maker);
        }
    }

    /** Returns what makes an attribute's values for code that has no entity; null where only Hibernate can. */
    public @Nullable Supplier<Object> maker(String path) {
        return makers.get(path);
    }
}
