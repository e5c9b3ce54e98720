package io.github.hibernateidgen.internal.factory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session factory, in the order in which Hibernate made their generators.
 *
 * <p>Attributes are bound by the thread that makes the session factory. All other methods are thread-safe.
 */
public final class BoundAttributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Map<String, BoundAttribute> byKey = new ConcurrentHashMap<>();

    /** The keys, in the order of the attributes. */
    private final List<String> keys = new CopyOnWriteArrayList<>();

    private final Map<String, String> keyByPath = new ConcurrentHashMap<>();

    BoundAttributes() {}

    /**
     * Adds an attribute, and logs the choices that were made for it. Hibernate 7 and later bind each attribute twice. The
     * last binding counts.
     *
     * @param key identifies the attribute; the key of an entity's own attribute is the attribute's path
     * @return the attribute
     */
    public BoundAttribute add(String key, BoundAttribute bound) {
        if (byKey.containsKey(key)) {
            byKey.put(key, bound);
            return bound;
        }
        byKey.put(key, bound);
        keys.add(key);
        if (key.equals(bound.path())) {
            keyByPath.put(key, key);
        } else {
            // The path of an embeddable's attribute begins with a table's name. An entity may have the same name.
            keyByPath.putIfAbsent(bound.path(), key);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug(bound.describe());
        }
        return bound;
    }

    /** Returns an attribute by its path, or null. */
    public @Nullable BoundAttribute find(String path) {
        String key = keyByPath.get(path);
        return key == null ? null : byKey.get(key);
    }

    /** Returns an attribute by its key, or null. */
    public @Nullable BoundAttribute get(String key) {
        return byKey.get(key);
    }

    /** Returns all attributes. */
    public List<BoundAttribute> all() {
        return keys.stream().map(byKey::get).toList();
    }

    /** Returns the attributes that have an engine of the given type. */
    List<BoundAttribute> all(Class<?> engine) {
        return all().stream().filter(bound -> engine.isInstance(bound.engine())).toList();
    }
}
