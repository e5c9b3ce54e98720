package io.github.hibernateidgen.internal.types;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.archive.scan.spi.ScanEnvironment;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.service.Service;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * What each mapping of a service registry is made from, until its types are asked for: then, and not before, Hibernate has
 * been told of all classes that are listed. Which more a scan finds, or a mapping file names, is not known here.
 *
 * <p>Thread-safe.
 */
final class MappingSources implements Service {

    private static final long serialVersionUID = 1L;

    private final transient Map<TypeConfiguration, Sources> byTypes = Collections.synchronizedMap(new WeakHashMap<>());

    private record Sources(MetadataSources listed, BootstrapContext context) {}

    void remember(MetadataSources listed, BootstrapContext context) {
        byTypes.put(context.getTypeConfiguration(), new Sources(listed, context));
    }

    /** Takes the classes that are listed for a mapping. */
    List<Class<?>> take(TypeConfiguration types, ClassLoaderService loader) {
        Sources sources = byTypes.remove(types);
        if (sources == null) {
            return List.of();
        }
        List<Class<?>> classes = new ArrayList<>(sources.listed().getAnnotatedClasses());
        for (String name : names(sources)) {
            Class<?> found = load(name, loader);
            if (found != null) {
                classes.add(found);
            }
        }
        return classes;
    }

    private static List<String> names(Sources sources) {
        List<String> names = new ArrayList<>(sources.listed().getAnnotatedClassNames());
        try {
            names.addAll(PersistenceUnit.listed(sources.context()));
        } catch (NoSuchMethodError e) {
            // Hibernate 8 has these names among the others.
        }
        return names;
    }

    /** Where there is none, Hibernate says so, and better. */
    private static @Nullable Class<?> load(String name, ClassLoaderService loader) {
        try {
            return loader.classForName(name);
        } catch (ClassLoadingException e) {
            return null;
        }
    }

    /** Apart, so that nothing of it is linked where Hibernate does not have it. */
    private static final class PersistenceUnit {

        static List<String> listed(BootstrapContext context) {
            ScanEnvironment environment = context.getScanEnvironment();
            return environment == null || environment.getExplicitlyListedClassNames() == null
                    ? List.of()
                    : environment.getExplicitlyListedClassNames();
        }
    }
}
