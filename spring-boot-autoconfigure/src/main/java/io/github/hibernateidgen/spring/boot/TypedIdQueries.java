package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.types.IdTypes;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.criteria.CriteriaQuery;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.type.descriptor.java.JavaType;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.provider.PersistenceProvider;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.query.DefaultJpaQueryMethodFactory;
import org.springframework.data.jpa.repository.query.JpaQueryMethod;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.ProjectionInformation;
import org.springframework.data.repository.core.RepositoryMetadata;

/**
 * Lets the {@code @Query} methods of Spring Data JPA return typed ids. Spring Data takes a class that JPA does not manage for
 * a DTO, and rewrites {@code select o.id} to {@code select new OrderId(o.id)}; and it does not convert the columns of a native
 * query to the typed ids of an interface.
 */
final class TypedIdQueries extends DefaultJpaQueryMethodFactory {

    private final ObjectProvider<EntityManagerFactory> factories;

    TypedIdQueries(ObjectProvider<EntityManagerFactory> factories) {
        super(PersistenceProvider.HIBERNATE);
        this.factories = factories;
    }

    @Override
    public JpaQueryMethod build(Method method, RepositoryMetadata metadata, ProjectionFactory projections) {
        Query query = AnnotatedElementUtils.findMergedAnnotation(method, Query.class);
        Class<?> returned = metadata.getReturnedDomainClass(method);
        if (query != null && query.nativeQuery()) {
            return super.build(method, metadata, rows(returned, metadata.getDomainType(), projections));
        }
        if (query != null && selects(query.value(), returned, metadata.getDomainType())) {
            return new JpaQueryMethod(method, metadata, projections, PersistenceProvider.HIBERNATE) {

                /** The superclass's constructor calls this method. Spring Data does not project to {@code Object}. */
                @Override
                public Class<?> getReturnedObjectType() {
                    return Object.class;
                }
            };
        }
        return super.build(method, metadata, projections);
    }

    /**
     * Returns whether a query selects values of a typed id. Spring Data's rewriting is right for other queries, such as a query
     * that selects numbers to make ids of them.
     */
    private boolean selects(String query, Class<?> type, Class<?> entity) {
        return find(type, entity)
                .map(id -> selected(query, entity, id.factory()) == type)
                .orElse(false);
    }

    private static @Nullable Class<?> selected(String query, Class<?> entity, SessionFactoryImplementor factory) {
        EntityManagerFactory jpa = factory; // The method of the subtype has another result from Hibernate 7 on.
        try {
            String hql = query.replaceAll(
                            "#\\{\\s*#entityName\\s*}",
                            jpa.getMetamodel().entity(entity).getName())
                    .replaceAll(":[#$]\\{[^}]*}", ":expression")
                    .replaceAll("\\?[#$]\\{[^}]*}", "?1")
                    .replaceAll("%?([:?]\\w+)%?", "$1"); // like %:name%
            var statement = factory.getQueryEngine().getHqlTranslator().<Object>translate(hql, null);
            return statement instanceof CriteriaQuery<?> select && select.getSelection() != null
                    ? select.getSelection().getJavaType()
                    : null;
        } catch (HibernateException | IllegalArgumentException e) {
            return null; // Spring Data reports a wrong query with the method's name.
        }
    }

    /** Finds a typed id in the session factory that has the repository's entity. */
    private Optional<TypedId> find(Class<?> type, Class<?> entity) {
        return !IdClass.isTypedId(type)
                ? Optional.empty()
                : factories.stream()
                        .filter(factory -> factory.getMetamodel().getEntities().stream()
                                .anyMatch(known -> known.getJavaType() == entity))
                        .filter(factory -> Idgen.find(factory).isPresent())
                        .map(factory -> factory.unwrap(SessionFactoryImplementor.class))
                        .flatMap(factory -> Stream.ofNullable(IdTypes.javaType(type, factory))
                                .map(known -> new TypedId(known, factory)))
                        .findFirst();
    }

    /** Returns projections that make typed ids of the columns of a native query, for an interface that has typed ids. */
    private ProjectionFactory rows(Class<?> returned, Class<?> entity, ProjectionFactory projections) {
        Map<Object, TypedId> columns = new HashMap<>();
        if (returned.isInterface()) {
            for (PropertyDescriptor property :
                    projections.getProjectionInformation(returned).getInputProperties()) {
                ResolvableType type = ResolvableType.forMethodReturnType(property.getReadMethod());
                find((type.toClass() == Optional.class ? type.getGeneric() : type).toClass(), entity)
                        .ifPresent(id -> columns.put(property.getName(), id));
            }
        }
        return columns.isEmpty() ? projections : new Rows(projections, columns);
    }

    private record TypedId(JavaType<?> type, SessionFactoryImplementor factory) {

        @Nullable
        Object of(@Nullable Object component) {
            return type.wrap(component, factory.getWrapperOptions());
        }
    }

    private record Rows(ProjectionFactory projections, Map<Object, TypedId> columns) implements ProjectionFactory {

        @Override
        public <T> T createProjection(Class<T> type, Object source) {
            return projections.createProjection(type, source instanceof Map<?, ?> row ? new Row(row, columns) : source);
        }

        @Override
        public <T> T createProjection(Class<T> type) {
            return projections.createProjection(type);
        }

        @Override
        public ProjectionInformation getProjectionInformation(Class<?> type) {
            return projections.getProjectionInformation(type);
        }
    }

    /** A row of a native query, with typed ids. */
    private static final class Row extends AbstractMap<Object, Object> {

        private final Map<?, ?> row;
        private final Map<Object, TypedId> columns;

        Row(Map<?, ?> row, Map<Object, TypedId> columns) {
            this.row = row;
            this.columns = columns;
        }

        @Override
        public @Nullable Object get(@Nullable Object name) {
            TypedId column = columns.get(name);
            return column == null ? row.get(name) : column.of(row.get(name));
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return row.containsKey(name);
        }

        @Override
        @SuppressWarnings("unchecked") // A view for reading.
        public Set<Entry<Object, Object>> entrySet() {
            return ((Map<Object, Object>) row).entrySet();
        }
    }
}
