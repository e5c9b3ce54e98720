package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.boot.model.process.spi.ManagedResources;
import org.hibernate.boot.model.process.spi.MetadataBuildingProcess;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.boot.spi.MetadataBuilderFactory;
import org.hibernate.boot.spi.MetadataBuilderImplementor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Registers the typed ids of entities that are listed, named by a mapping file, or found by a scan, before Hibernate maps any
 * entity.
 * Hibernate finds this class as two Java services, and calls it in this order:
 *
 * <ol>
 *   <li>{@code getMetadataBuilder}, which gets the sources of a mapping. More sources may be added after this call.
 *   <li>{@code contribute}, when the sources are complete. Hibernate does not pass the sources to this method.
 * </ol>
 */
public final class IdTypes implements MetadataBuilderFactory, TypeContributor {

    /**
     * The sources of each mapping between the two calls. The map is static because Hibernate makes an object of this
     * class for each service. If {@code contribute} does not remove an entry, the garbage collector removes it with the
     * mapping's types.
     */
    private static final Map<TypeConfiguration, Sources> SOURCES = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * The sources of a mapping.
     *
     * @param context a weak reference, because the context refers to the key of the map. Hibernate keeps the context in
     *     memory while it makes the mapping
     */
    private record Sources(MetadataSources listed, WeakReference<BootstrapContext> context) {}

    /** Hibernate calls this constructor. */
    public IdTypes() {}

    @Override
    public @Nullable MetadataBuilderImplementor getMetadataBuilder(
            MetadataSources sources, MetadataBuilderImplementor builder) {
        BootstrapContext context = builder.getBootstrapContext();
        SOURCES.put(context.getTypeConfiguration(), new Sources(sources, new WeakReference<>(context)));
        return null;
    }

    @Override
    public void contribute(TypeContributions contributions, ServiceRegistry services) {
        TypeConfiguration types = contributions.getTypeConfiguration();
        Sources sources = SOURCES.remove(types);
        BootstrapContext context = sources == null ? null : sources.context().get();
        if (sources == null || context == null) {
            return;
        }
        // The sources are searched again, because Hibernate does not publish the classes that it has found in them.
        ManagedResources resources = MetadataBuildingProcess.prepare(sources.listed(), context);
        Set<Class<?>> owners = new LinkedHashSet<>(resources.getAnnotatedClassReferences());
        Set<String> names = new LinkedHashSet<>(resources.getAnnotatedClassNames());
        resources.getXmlMappingBindings().forEach(binding -> MappingFile.addClasses(binding.getRoot(), names));
        ClassLoaderService loader = requireNonNull(services.getService(ClassLoaderService.class));
        for (String name : names) {
            try {
                owners.add(loader.classForName(name));
            } catch (ClassLoadingException e) {
                // Hibernate reports a missing class with a better message.
            }
        }
        IdAttributes.find(owners).forEach((type, path) -> IdJavaType.register(type, path, types, services));
    }

    /**
     * Returns an ordinal after Hibernate's contributors and before the application's contributors, which may map the same
     * class.
     */
    @SuppressWarnings("MissingOverride") // Hibernate 6.6 does not have this method
    public int ordinal() {
        return 600;
    }
}
