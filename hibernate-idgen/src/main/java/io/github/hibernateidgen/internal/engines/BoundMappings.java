package io.github.hibernateidgen.internal.engines;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.relational.Database;

/**
 * The mappings of a registry, each with attributes of its own: two may have an entity and a column of the same names, with
 * other stripes, layouts and databases.
 *
 * <p>Not thread-safe: {@link Engines} guards it.
 */
final class BoundMappings {

    /** A mapping is known by what Hibernate keeps of its tables. Weak, so that it goes with its session factory. */
    private final Map<Database, BoundAttributes> byMapping = new WeakHashMap<>();

    private final Map<SessionFactory, BoundAttributes> byFactory = new WeakHashMap<>();

    BoundAttributes of(Database mapping) {
        return byMapping.computeIfAbsent(mapping, missing -> new BoundAttributes());
    }

    /** A session factory is being made of a mapping. */
    void join(SessionFactory factory, Database mapping) {
        byFactory.put(factory, of(mapping));
    }

    /** The attributes of a session factory; none where it has not joined. */
    BoundAttributes of(SessionFactory factory) {
        BoundAttributes joined = byFactory.get(factory);
        return joined == null ? new BoundAttributes() : joined;
    }

    /** Also those of session factories whose mapping Hibernate has let go of: their segments still end with them. */
    List<BoundAttributes> all() {
        return Stream.concat(byMapping.values().stream(), byFactory.values().stream())
                .distinct()
                .toList();
    }

    /** Forgets what is bound, but not how to bind it anew. */
    void unbind() {
        all().forEach(BoundAttributes::clear);
    }

    void clear() {
        byMapping.clear();
        byFactory.clear();
    }
}
