package io.github.hibernateidgen.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The bound attributes of one session factory, by their keys and by their paths. Thread-safe. */
final class Attributes {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Map<String, BoundAttribute> byKey = new ConcurrentHashMap<>();

    /** The keys, in the order in which Hibernate made the generators of the attributes. */
    private final List<String> keys = new CopyOnWriteArrayList<>();

    private final Map<String, String> keyByPath = new ConcurrentHashMap<>();

    /**
     * Adds an attribute, and logs the choices that were made for it. Hibernate 7 and later bind each attribute twice. The
     * last binding counts.
     *
     * @param key identifies the attribute; the key of an entity's own attribute is the attribute's path
     */
    void add(String key, BoundAttribute bound) {
        boolean isNew = byKey.put(key, bound) == null;
        if (key.equals(bound.path())) {
            keyByPath.put(key, key);
        } else {
            // The path of an embeddable's attribute begins with a table's name. An entity may have the same name.
            keyByPath.putIfAbsent(bound.path(), key);
        }
        if (isNew) {
            keys.add(key);
            LOG.debug(bound);
        }
    }

    /** Returns an attribute by its path, or null. */
    @Nullable
    BoundAttribute find(String path) {
        String key = keyByPath.get(path);
        return key == null ? null : byKey.get(key);
    }

    /** Returns an attribute by its key, or null. */
    @Nullable
    BoundAttribute get(String key) {
        return byKey.get(key);
    }

    /** Returns the attributes of one kind, or all attributes. */
    <A extends BoundAttribute> List<A> of(Class<A> kind) {
        List<A> found = new ArrayList<>();
        for (String key : keys) {
            BoundAttribute attribute = byKey.get(key);
            if (kind.isInstance(attribute)) {
                found.add(kind.cast(attribute));
            }
        }
        return found;
    }
}
