package io.github.hibernateidgen.internal.types;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.jaxb.spi.Binding;
import org.hibernate.boot.model.process.spi.ManagedResources;
import org.hibernate.boot.model.process.spi.MetadataBuildingProcess;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.service.Service;
import org.hibernate.type.spi.TypeConfiguration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the sources of each mapping of a service registry until Hibernate asks for its types: all sources have been added
 * by then, but not earlier. Hibernate does not publish the classes that it found in them, so they are searched a second
 * time: for classes that are listed, found by a scan, or named by mapping files.
 *
 * <p>Thread-safe.
 */
final class MappingSources implements Service {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final transient Map<TypeConfiguration, Sources> byTypes = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * The sources of a mapping.
     *
     * @param context refers to the key of the map, and Hibernate holds it as long as it makes the mapping
     */
    private record Sources(MetadataSources listed, WeakReference<BootstrapContext> context) {}

    void remember(MetadataSources listed, BootstrapContext context) {
        byTypes.put(context.getTypeConfiguration(), new Sources(listed, new WeakReference<>(context)));
    }

    /** Returns the classes that a mapping is made from, and forgets its sources. */
    List<Class<?>> take(TypeConfiguration types, ClassLoaderService loader) {
        Sources sources = byTypes.remove(types);
        BootstrapContext context = sources == null ? null : sources.context().get();
        if (sources == null || context == null) {
            return List.of();
        }
        ManagedResources resources = MetadataBuildingProcess.prepare(sources.listed(), context);
        List<Class<?>> classes = new ArrayList<>(resources.getAnnotatedClassReferences());
        List<String> names = new ArrayList<>(resources.getAnnotatedClassNames());
        names.addAll(namesInMappingFiles(resources));
        for (String name : names) {
            Class<?> found = load(name, loader);
            if (found != null) {
                classes.add(found);
            }
        }
        return classes;
    }

    /** Reads mapping files by reflection: their classes differ between versions of Hibernate, their properties do not. */
    private static List<String> namesInMappingFiles(ManagedResources resources) {
        List<String> names = new ArrayList<>();
        for (Binding<?> file : resources.getXmlMappingBindings()) {
            Object mappings = file.getRoot();
            try {
                Object folder = property(mappings, "getPackage");
                for (Object entity : (List<?>) property(mappings, "getEntities")) {
                    String name = String.valueOf(property(entity, "getClazz"));
                    names.add(folder == null || name.contains(".") ? name : folder + "." + name);
                }
            } catch (ReflectiveOperationException e) {
                LOG.debugf("The classes of %s are known late, since it can't be read: %s", file.getOrigin(), e);
            }
        }
        return names;
    }

    private static Object property(Object owner, String getter) throws ReflectiveOperationException {
        return owner.getClass().getMethod(getter).invoke(owner);
    }

    /** Returns null for a missing class, which Hibernate reports with a better message. */
    private static @Nullable Class<?> load(String name, ClassLoaderService loader) {
        try {
            return loader.classForName(name);
        } catch (ClassLoadingException e) {
            return null;
        }
    }
}
