package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.SqlKind;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import io.github.hibernateidgen.internal.types.IdTypes;
import io.github.hibernateidgen.text.PublicId;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.dialect.Dialect;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.PrimaryKey;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Value;
import org.hibernate.models.spi.MemberDetails;
import org.jspecify.annotations.Nullable;

/**
 * An attribute with a generator, and its column. The attribute is found in the mapping by name, because the contexts that
 * Hibernate's versions pass differ: 6.6 passes the whole embedded id, and no property for an id class.
 *
 * @param path the entity and the attribute, {@code Order.id}
 * @param javaType the attribute's type; for a typed id, the type of its component
 * @param idClass the attribute's typed id, or null
 * @param entity the entity that owns the attribute; null if the attribute is part of a composite id or of an embeddable
 * @param copiesId whether the attribute is Hibernate's copy of an attribute of an id class; such a copy gets no value of its
 *     own
 * @param publicId the annotation for the text at the attribute itself, or null
 */
public record MappedAttribute(
        String path,
        Class<?> javaType,
        @Nullable IdClass idClass,
        Column column,
        @Nullable PersistentClass entity,
        Database database,
        boolean copiesId,
        MappingBindings mapping,
        @Nullable PublicId publicId) {

    /**
     * Finds the attribute of a context.
     *
     * @param annotation the annotation that Hibernate has found
     * @param given the annotated member, or null if Hibernate passes no member
     */
    public static MappedAttribute of(GeneratorCreationContext context, Annotation annotation, @Nullable Member given) {
        String member = given == null ? null : IdTypes.attribute(given);
        AnnotatedElement annotated = given instanceof AnnotatedElement element ? element : null;
        MappingBindings mapping = MappingBindings.of(context.getServiceRegistry(), context.getDatabase());
        OwnServices.requireIntegrator(context.getServiceRegistry());
        PersistentClass entity = context.getPersistentClass();
        Property property = context.getProperty();
        Value value = property != null ? property.getValue() : entity == null ? null : entity.getIdentifier();
        if (value instanceof Component component && member != null) {
            property = requireNonNull(find(component, member)); // IdTypeBinder rejects annotated embeddables.
            value = property.getValue();
        }
        String path =
                path(entity, requireNonNull(value), property != null ? property.getName() : requireNonNull(member));
        if (entity != null && given instanceof Method getter) {
            IdTypeBinder.requireOverriding(path, annotation, getter, entity.getMappedClass());
        }
        if (value.getColumns().size() != 1) {
            throw new IdgenConfigurationException(
                    path, value.getColumns(), "an id needs exactly one column", "annotate a basic attribute");
        }
        IdClass idClass = IdTypes.idClass(value.getType());
        return new MappedAttribute(
                path,
                idClass == null ? value.getType().getReturnedClass() : idClass.component(),
                idClass,
                value.getColumns().get(0),
                isOwn(entity, value) ? entity : null,
                context.getDatabase(),
                copiesId(entity, value),
                mapping,
                annotated == null ? null : annotated.getAnnotation(PublicId.class));
    }

    private static String path(@Nullable PersistentClass entity, Value value, String name) {
        if (entity == null) {
            // Hibernate does not pass the entity of an embeddable's attribute, so the path names the table.
            return value.getTable().getName() + "." + name;
        }
        Property id = entity.getIdentifierProperty();
        if (id != null && id.getValue() instanceof Component key) {
            Property part = find(key, name);
            if (part != null && part.getValue().equals(value)) {
                return entity.getJpaEntityName() + "." + id.getName() + "." + name;
            }
        }
        return entity.getJpaEntityName() + "." + name;
    }

    private static boolean isOwn(@Nullable PersistentClass entity, Value value) {
        return entity != null
                && (value.equals(entity.getIdentifier())
                        || entity.getPropertyClosure().stream()
                                .anyMatch(property -> value.equals(property.getValue())));
    }

    public static @Nullable Member member(@Nullable MemberDetails member) {
        return member == null ? null : member.toJavaMember();
    }

    /** Finds an attribute of an embeddable. Skips nested embeddables, because Hibernate generates no values in them. */
    private static @Nullable Property find(Component component, String name) {
        return component.getProperties().stream()
                .filter(part -> part.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns whether this is Hibernate's copy of an attribute of an id class. Hibernate generates the attribute's value when
     * the entity is persisted, and would generate another value for the copy at the flush. The second value would replace the
     * first value.
     */
    private static boolean copiesId(@Nullable PersistentClass entity, Value value) {
        return entity == null
                && value.getTable()
                        .getPrimaryKey()
                        .containsColumn(value.getColumns().get(0));
    }

    /** Returns whether this attribute alone is the entity's id. */
    public boolean isWholeId() {
        return entity != null
                && !(entity.getIdentifier() instanceof Component)
                && entity.getIdentifier().getColumns().contains(column);
    }

    /** Returns whether this attribute is a part of a composite id, or Hibernate's copy of such a part. */
    boolean isPartOfId() {
        PrimaryKey key = column.getValue().getTable().getPrimaryKey();
        return copiesId || (!isWholeId() && key != null && key.containsColumn(column));
    }

    /**
     * Returns a key that identifies the attribute: the path for an entity's own attribute, and otherwise the table and the
     * column.
     */
    public String key() {
        return entity == null
                ? path + " " + column.getValue().getTable().getQualifiedTableName() + " " + column.getName()
                : path;
    }

    /** Returns whether the attribute keeps a value that the application has set, or that Hibernate has copied. */
    public boolean isAssignable(boolean assignable) {
        return assignable || copiesId;
    }

    /** Returns the earlier binding of the attribute, or null. */
    public @Nullable BoundAttribute bound() {
        return engines().attributes().get(key());
    }

    /**
     * Adds the bound attribute to the attributes of the session factory.
     *
     * @param need the requirements on the column, which startup compares with the database; null without requirements
     */
    public <B extends BoundAttribute> B add(B bound, @Nullable ColumnNeed need) {
        mapping.add(this, bound, need);
        return bound;
    }

    /** Returns the attribute's type for messages. A typed id is shown with its component. */
    public Object typeName() {
        return idClass == null ? javaType.getName() : idClass;
    }

    /**
     * Makes an exception for a type that an annotation can't fill.
     *
     * @param types the types that the annotation can fill
     */
    public IdgenConfigurationException unfillable(String annotation, String types) {
        if (idClass == null && IdClass.isTypedId(javaType)) {
            return invalid(
                    javaType.getName(),
                    annotation + " can't fill this class, because it has a mapping of its own, such as @JavaType, @Type"
                            + " or a converter",
                    "remove that mapping, and the class is stored as its component");
        }
        return invalid(
                typeName(),
                annotation + " can't fill this type",
                "use " + types + ", or a class with one of these as its only component");
    }

    public Dialect dialect() {
        return database.getDialect();
    }

    /** Runs a binding when the engines exist. */
    public void bindLater(Runnable binding) {
        mapping.bind(binding);
    }

    /** Returns the engines of the session factory that Hibernate is making. Only a binding may call this method. */
    public Engines engines() {
        return mapping.engines();
    }

    /** Returns the settings, which the settings of the session factory replace once they are known. */
    public Settings settings() {
        return mapping.settings();
    }

    BoundAttribute.Place place(Object columnType, boolean assignable) {
        return new BoundAttribute.Place(
                new TableColumn(engines().database().name(column.getValue().getTable()), column.getName()),
                columnType.toString(),
                TableColumn.written(this),
                assignable && !isWholeId());
    }

    /** Returns the notation that makes typed ids if the attribute has a typed id. */
    public Notation typed(Notation values) {
        return idClass == null ? values : values.ofComponent(idClass);
    }

    /** Returns how Hibernate sends the values. */
    public SqlKind sent() {
        return SqlKind.sent(column.getValue().getType());
    }

    /** Makes an exception that names this attribute, the rejected value, the rule and the remedy. */
    public IdgenConfigurationException invalid(Object value, String rule, String remedy) {
        return new IdgenConfigurationException(path, value, rule, remedy);
    }

    /** Makes an exception with the rule and the remedy of the exception that rejected the value. */
    public IdgenConfigurationException invalid(Object value, IllegalArgumentException cause) {
        return invalid(value, Explained.rule(cause), Explained.remedy(cause));
    }

    /** Returns the column's type in the mapping. */
    public ColumnType columnType() {
        return ColumnType.of(column);
    }
}
