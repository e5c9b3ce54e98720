package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.SqlKind;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import io.github.hibernateidgen.internal.types.IdTypes;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.dialect.Dialect;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.DenormalizedTable;
import org.hibernate.mapping.Join;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.PrimaryKey;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
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
        requireOverriding(path, annotation, given, entity);
        if (value.getColumns().size() != 1) {
            throw new IdgenConfigurationException(
                    path, value.getColumns(), "an id needs exactly one column; annotate a basic attribute");
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
        return engines().get(key());
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
                            + " or a converter; remove that mapping, and the class is stored as its component");
        }
        return invalid(
                typeName(),
                annotation + " can't fill this type; use " + types
                        + ", or a class with one of these as its only component");
    }

    /**
     * Rejects an annotation that Hibernate has read from a getter of a superclass, although a subclass overrides the getter
     * and has another annotation. Hibernate 6.6 does this.
     */
    private static void requireOverriding(
            String path, Annotation used, @Nullable Member member, @Nullable PersistentClass entity) {
        if (!(member instanceof Method getter) || entity == null) {
            return;
        }
        for (Class<?> type = entity.getMappedClass();
                type != null && type != getter.getDeclaringClass();
                type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(getter.getName())
                        && method.getParameterCount() == 0
                        && !method.isBridge()) {
                    for (Annotation other : method.getAnnotations()) {
                        if (IdTypeBinder.checks(other) && !other.equals(used)) {
                            throw new IdgenConfigurationException(
                                    path,
                                    type.getName() + "." + method.getName(),
                                    "this version of Hibernate ignores the annotation here, and uses the annotation of "
                                            + getter.getDeclaringClass().getName()
                                            + "; annotate the getter in one of the two classes only, or use Hibernate"
                                            + " 7 or later");
                        }
                    }
                }
            }
        }
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

    /**
     * Returns the columns to which the values are written. For an entity's own id, this includes the keys of secondary tables
     * and of the tables of subclasses. The result is empty for Hibernate's copy of an attribute of an id class.
     */
    private List<TableColumn> written() {
        Set<TableColumn> columns = new LinkedHashSet<>();
        if (!copiesId) {
            addTo(columns, column.getValue().getTable(), column);
        }
        if (entity != null) {
            int part = entity.getIdentifier().getColumns().indexOf(column);
            for (PersistentClass mapped : entity.getSubclassClosure()) {
                if (part >= 0) {
                    addTo(
                            columns,
                            mapped.getTable(),
                            mapped.getKey().getColumns().get(part));
                    for (Join join : mapped.getJoins()) {
                        addTo(
                                columns,
                                join.getTable(),
                                join.getKey().getColumns().get(part));
                    }
                } else if (mapped.getTable() instanceof DenormalizedTable) {
                    addTo(columns, mapped.getTable(), column);
                }
            }
        }
        return List.copyOf(columns);
    }

    private void addTo(Set<TableColumn> columns, Table table, Column written) {
        if (table.isPhysicalTable()) {
            columns.add(new TableColumn(engines().database().name(table), written.getName()));
        }
    }

    BoundAttribute.Place place(Object columnType, boolean assignable) {
        return new BoundAttribute.Place(
                new TableColumn(engines().database().name(column.getValue().getTable()), column.getName()),
                columnType.toString(),
                written(),
                assignable && !isWholeId());
    }

    /** Returns the notation that makes typed ids if the attribute has a typed id. */
    public Notation typed(Notation values) {
        return idClass == null ? values : values.ofComponent(idClass);
    }

    /**
     * Returns the text of the values outside of the database: the text that {@link PublicId} at the class of the typed id or
     * at the attribute asks for, and otherwise the content of the column.
     *
     * @param values the notation of the column
     * @param assignable whether the application may store any text in a {@code String}
     */
    Notation text(Notation values, boolean assignable) {
        PublicIds ids = engines().publicIds();
        try {
            Optional<IdText> found =
                    publicId == null ? ids.find(values.type()) : ids.find(path, values.type(), publicId);
            if (found.isPresent()) {
                Notation text = found.get().notation();
                requireSameValues(values, text, assignable);
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw invalid("@PublicId", String.valueOf(e.getMessage()));
        }
        return assignable && javaType == String.class ? values.ofAnyText() : values;
    }

    /** Rejects a form of a {@code String} that would read texts as other values than the column contains. */
    private void requireSameValues(Notation values, Notation text, boolean assignable) {
        if (javaType != String.class || text.isAnyText()) {
            return;
        }
        if (assignable) {
            throw invalid(
                    "@PublicId",
                    "an assignable String holds any text, but a form and sealed text hold 64 or 128 bits; remove"
                            + " assignable, or form and sealed");
        }
        String column = values.plainExample();
        if (!text.agreesWith(column)) {
            throw invalid(
                    "@PublicId",
                    "the column contains ids such as [" + column + "], but texts would be read as ids such as ["
                            + text.plainExample() + "]; give the form in which the column contains the ids, or change"
                            + " the attribute's type to a number or a UUID");
        }
    }

    /** Returns how Hibernate sends the values. */
    public SqlKind sent() {
        return SqlKind.sent(column.getValue().getType());
    }

    /** Makes an exception that names this attribute, the rejected value, the rule and the remedy. */
    public IdgenConfigurationException invalid(Object value, String problem) {
        return new IdgenConfigurationException(path, value, problem);
    }

    /** Returns the column's type in the mapping. */
    public ColumnType columnType() {
        return ColumnType.of(column);
    }
}
