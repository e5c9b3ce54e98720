package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.beans.Introspector;
import java.lang.ref.WeakReference;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;
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
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Finds typed ids, and registers the typed ids of entities that are listed, named by a mapping file, or found by a scan,
 * before Hibernate maps any entity. Hibernate finds this class as two Java services, and calls it in this order:
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

    /** Finds the typed ids of entities, without a mapping. Leaves out classes that can't be typed ids. */
    public static List<IdClass> idClasses(Collection<Class<?>> entities) {
        return IdAttributes.find(entities).keySet().stream()
                .filter(IdClass::isTypedId)
                .map(IdClass::of)
                .toList();
    }

    /** Returns the name of the attribute of a field or a getter. */
    public static String attribute(Member member) {
        String name = member.getName();
        return member instanceof Method
                ? Introspector.decapitalize(name.substring(name.startsWith("is") ? 2 : 3))
                : name;
    }

    /** Returns the typed id of a type of attribute; null if there is none, or if the application has its own mapping for it. */
    public static @Nullable IdClass idClass(org.hibernate.type.Type type) {
        return type instanceof JdbcMapping mapping && mapping.getJavaTypeDescriptor() instanceof IdJavaType<?> known
                ? known.idClass()
                : null;
    }

    /** Returns the mapping of a class of typed ids; null if this library does not map the class. */
    public static @Nullable JavaType<?> javaType(Class<?> type, SessionFactoryImplementor factory) {
        return factory.getTypeConfiguration().getJavaTypeRegistry().findDescriptor((Type) type)
                        instanceof IdJavaType<?> known
                ? known
                : null;
    }

    /** Returns the component of a typed id that this library maps, and any other value as it is. */
    public static @Nullable Object component(@Nullable Object value, SharedSessionContractImplementor session) {
        return value != null && javaType(value.getClass(), session.getFactory()) instanceof IdJavaType<?> known
                ? known.idClass().unwrap(value)
                : value;
    }

    /** Returns the typed ids of a session factory whose class has a {@link PublicId}. */
    public static Stream<Class<?>> publicIds(SessionFactoryImplementor factory) {
        Stream.Builder<Class<?>> types = Stream.builder();
        factory.getTypeConfiguration().getJavaTypeRegistry().forEachDescriptor(descriptor -> {
            if (descriptor instanceof IdJavaType<?> id && PublicIds.isPublicId(id.getJavaType())) {
                types.add(id.getJavaType());
            }
        });
        return types.build();
    }

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
