package io.github.hibernateidgen.internal.types;

import java.io.Serializable;
import java.util.Comparator;
import org.hibernate.SharedSessionContract;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.Type;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.java.MutabilityPlan;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.jspecify.annotations.Nullable;

/**
 * Maps a typed id as its component is mapped, with the same column, order and literals. Ids are equal if their components
 * are, whatever {@code equals} of their class says.
 *
 * <p>Immutable and thread-safe.
 */
public final class IdJavaType<T> extends AbstractClassJavaType<T> {

    private static final long serialVersionUID = 1L;

    private final transient IdClass idClass;
    private final JavaType<Object> component;

    private IdJavaType(Class<T> type, IdClass idClass, JavaType<Object> component) {
        super(type, new Plan<>(type, idClass), order(idClass, component));
        this.idClass = idClass;
        this.component = component;
    }

    @SuppressWarnings("unchecked") // The component's values come from the class, and go to it.
    static IdJavaType<?> of(IdClass idClass, JavaType<?> component) {
        return new IdJavaType<>(idClass.type(), idClass, (JavaType<Object>) component);
    }

    /** Returns the order of the components, in which Hibernate sorts batches if it is told to. */
    private static <T> @Nullable Comparator<T> order(IdClass idClass, JavaType<Object> component) {
        Comparator<Object> order = component.getComparator();
        return order == null ? null : (one, other) -> order.compare(idClass.unwrap(one), idClass.unwrap(other));
    }

    /**
     * Finds the typed id of an attribute that this library maps.
     *
     * @param type the type of an attribute
     * @return the typed id; null if the attribute has none, or the application maps it itself
     */
    public static @Nullable IdClass idClass(Type type) {
        return type instanceof JdbcMapping mapping && mapping.getJavaTypeDescriptor() instanceof IdJavaType<?> known
                ? known.idClass
                : null;
    }

    /**
     * Returns the component of a typed id that this library maps.
     *
     * @return its component, or the value itself if it is no such id
     */
    public static @Nullable Object component(@Nullable Object value, SharedSessionContractImplementor session) {
        return value != null
                        && session.getFactory()
                                        .getTypeConfiguration()
                                        .getJavaTypeRegistry()
                                        .findDescriptor((java.lang.reflect.Type) value.getClass())
                                instanceof IdJavaType<?> known
                ? known.idClass.unwrap(value)
                : value;
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
        return one == other
                || (one != null && other != null && component.areEqual(idClass.unwrap(one), idClass.unwrap(other)));
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

    /** Stores the component in the second-level cache, so that the class need not be serializable. */
    private static final class Plan<T> implements MutabilityPlan<T> {

        private static final long serialVersionUID = 1L;

        private final Class<T> type;
        private final transient IdClass idClass;

        Plan(Class<T> type, IdClass idClass) {
            this.type = type;
            this.idClass = idClass;
        }

        @Override
        public boolean isMutable() {
            return false;
        }

        @Override
        public @Nullable T deepCopy(@Nullable T id) {
            return id;
        }

        @Override
        public @Nullable Serializable disassemble(@Nullable T id, SharedSessionContract session) {
            return id == null ? null : (Serializable) idClass.unwrap(id);
        }

        @Override
        public @Nullable T assemble(@Nullable Serializable cached, SharedSessionContract session) {
            return cached == null ? null : type.cast(idClass.wrap(cached));
        }
    }
}
