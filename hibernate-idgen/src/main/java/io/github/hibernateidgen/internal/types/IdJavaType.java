package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.text.Explained;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.SharedSessionContract;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.BasicTypeRegistry;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.JdbcTypeNameMapper;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.java.ImmutableMutabilityPlan;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.java.MutabilityPlan;
import org.hibernate.type.descriptor.java.SerializableJavaType;
import org.hibernate.type.descriptor.java.spi.JavaTypeRegistry;
import org.hibernate.type.descriptor.java.spi.UnknownBasicJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.hibernate.type.descriptor.jdbc.spi.JdbcTypeRegistry;
import org.hibernate.type.internal.NamedBasicTypeImpl;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Maps a typed id like its component, with the same column, order and literals. Ids are equal if their components are equal,
 * regardless of the {@code equals} of the typed id's class.
 *
 * <p>Immutable and thread-safe.
 */
final class IdJavaType<T> extends AbstractClassJavaType<T> {

    private static final long serialVersionUID = 1L;

    private final transient IdClass idClass;
    private final JavaType<Object> component;
    private final MutabilityPlan<T> plan = new Plan();

    private IdJavaType(Class<T> type, IdClass idClass, JavaType<Object> component) {
        super(type, ImmutableMutabilityPlan.instance(), order(idClass, component));
        this.idClass = idClass;
        this.component = component;
    }

    /**
     * Registers a class as a typed id, unless the application has its own mapping for the class.
     *
     * @param path the attribute of this class, for messages
     * @throws IdgenConfigurationException if the class can't be a typed id
     */
    @SuppressWarnings("unchecked") // The descriptor of the component only gets values of the component's type.
    static void register(Class<?> type, String path, TypeConfiguration types, ServiceRegistry services) {
        JavaTypeRegistry registry = types.getJavaTypeRegistry();
        if (!IdClass.mayBeTypedId(type) || isKnown(type, registry)) {
            return;
        }
        IdClass idClass = idClass(type, path);
        if (!isKnown(idClass.component(), registry)) {
            throw new IdgenConfigurationException(
                    path,
                    idClass,
                    "the component of a typed id is a Long, long, Integer, int, BigInteger, String, UUID or byte[],"
                            + " and each annotation accepts some of these types",
                    "change the component's type");
        }
        JavaType<?> component = registry.resolveDescriptor((java.lang.reflect.Type) idClass.component());
        IdJavaType<?> idType = new IdJavaType<>(type, idClass, (JavaType<Object>) component);
        registry.addDescriptor(idType);
        // @TenantId and Envers look a type up by its name, which is the name of the class.
        BasicTypeRegistry basicTypes = types.getBasicTypeRegistry();
        basicTypes.register(
                new NamedBasicTypeImpl<>(idType, jdbcType(idClass.component(), types, services), type.getName()),
                type.getName());
    }

    /**
     * Returns the JDBC type of a component where Hibernate looks the typed id up by its name. For an attribute, Hibernate
     * calls {@link #getRecommendedJdbcType}. Hibernate has not yet decided how to store a {@code UUID} when this method is
     * called, so this method reads the setting, as Hibernate does later.
     */
    private static JdbcType jdbcType(Class<?> component, TypeConfiguration types, ServiceRegistry services) {
        if (component != UUID.class) {
            return requireNonNull(types.getBasicTypeForJavaType(component)).getJdbcType();
        }
        Object preferred = requireNonNull(services.getService(ConfigurationService.class))
                .getSettings()
                .get(AvailableSettings.PREFERRED_UUID_JDBC_TYPE);
        String name = String.valueOf(preferred).toUpperCase(Locale.ROOT);
        Integer code = preferred == null
                ? Integer.valueOf(SqlTypes.UUID)
                : name.matches("[0-9]+") ? Integer.valueOf(name) : JdbcTypeNameMapper.getTypeCode(name);
        JdbcTypeRegistry registry = types.getJdbcTypeRegistry();
        return registry.getDescriptor(code != null && registry.hasRegisteredDescriptor(code) ? code : SqlTypes.BINARY);
    }

    private static boolean isKnown(Class<?> type, JavaTypeRegistry registry) {
        Object known = registry.findDescriptor((java.lang.reflect.Type) type);
        return type.isPrimitive()
                || (known != null
                        && !(known instanceof SerializableJavaType<?>)
                        && !(known instanceof UnknownBasicJavaType<?>));
    }

    private static IdClass idClass(Class<?> type, String path) {
        try {
            return IdClass.of(type);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    path, type.getName(), "the class " + Explained.rule(e), Explained.remedy(e), e);
        }
    }

    /**
     * Returns the order of typed ids, which is the order of their components; null if the components have no order. Hibernate
     * sorts batches in this order if it is configured to sort them.
     */
    private static <T> @Nullable Comparator<T> order(IdClass idClass, JavaType<Object> component) {
        Comparator<Object> order = component.getComparator();
        return order == null ? null : (one, other) -> order.compare(idClass.unwrap(one), idClass.unwrap(other));
    }

    IdClass idClass() {
        return idClass;
    }

    private @Nullable Object component(@Nullable T id) {
        return id == null ? null : idClass.unwrap(id);
    }

    private @Nullable T id(@Nullable Object value) {
        return value == null ? null : getJavaType().cast(idClass.wrap(value));
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        return component.getRecommendedJdbcType(indicators);
    }

    @Override
    public long getDefaultSqlLength(Dialect dialect, JdbcType jdbcType) {
        return component.getDefaultSqlLength(dialect, jdbcType);
    }

    @Override
    public long getLongSqlLength() {
        return component.getLongSqlLength();
    }

    @Override
    public int getDefaultSqlPrecision(Dialect dialect, JdbcType jdbcType) {
        return component.getDefaultSqlPrecision(dialect, jdbcType);
    }

    @Override
    public int getDefaultSqlScale(Dialect dialect, JdbcType jdbcType) {
        return component.getDefaultSqlScale(dialect, jdbcType);
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable T id, Class<X> type, WrapperOptions options) {
        return type == getJavaType() ? type.cast(id) : component.unwrap(component(id), type, options);
    }

    @Override
    public <X> @Nullable T wrap(@Nullable X value, WrapperOptions options) {
        return getJavaType().isInstance(value) ? getJavaType().cast(value) : id(component.wrap(value, options));
    }

    @Override
    public boolean areEqual(@Nullable T one, @Nullable T other) {
        return component.areEqual(component(one), component(other));
    }

    /**
     * Returns whether two ids with equal components are equal objects. Hibernate then compares objects. Envers needs this: it
     * calls the type of a map's owner to compare the map's values.
     */
    @Override
    public boolean useObjectEqualsHashCode() {
        return idClass.hasEquals();
    }

    @Override
    public int extractHashCode(T id) {
        Object value = idClass.unwrap(id);
        return value == null ? 0 : component.extractHashCode(value);
    }

    @Override
    public String toString(T id) {
        return component.toString(idClass.unwrap(id));
    }

    @Override
    public @Nullable T fromString(CharSequence text) {
        return id(component.fromString(text));
    }

    @Override
    public MutabilityPlan<T> getMutabilityPlan() {
        return plan;
    }

    /** Stores the component in the second-level cache, so that the class need not be serializable. */
    private final class Plan extends ImmutableMutabilityPlan<T> {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Serializable disassemble(@Nullable T id, SharedSessionContract session) {
            return (Serializable) component(id);
        }

        @Override
        public @Nullable T assemble(@Nullable Serializable cached, SharedSessionContract session) {
            return id(cached);
        }
    }
}
