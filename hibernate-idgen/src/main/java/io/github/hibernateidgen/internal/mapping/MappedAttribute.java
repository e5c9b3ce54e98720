package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.ReservationTable;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.Mapping;
import io.github.hibernateidgen.internal.factory.Mappings;
import io.github.hibernateidgen.internal.types.IdAttributes;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.internal.types.IdJavaType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.dialect.Dialect;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.PrimaryKey;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
import org.hibernate.mapping.Value;
import org.hibernate.models.spi.MemberDetails;
import org.jspecify.annotations.Nullable;

/**
 * The attribute that a generator is made for, with its column. It is found by name in the mapping, because the versions
 * of Hibernate differ in what their context tells: 6.6 gives the whole embedded id, and nothing for an id class.
 *
 * @param path the entity and the attribute, {@code Order.id}
 * @param javaType the attribute's type; of a class of ids that of its component
 * @param idClass the class of ids that the attribute is of, or null
 * @param column its column
 * @param entity the entity whose own attribute it is; null where it is a part of a composite id or of an embeddable
 * @param database the database that the attribute is mapped to
 * @param copiesId whether the value is known before it is generated, and must stay
 * @param mapping the mapping that the attribute is of
 */
public record MappedAttribute(
        String path,
        Class<?> javaType,
        @Nullable IdClass idClass,
        Column column,
        @Nullable PersistentClass entity,
        Database database,
        boolean copiesId,
        Mapping mapping) {

    /**
     * Finds the attribute that a context is about.
     *
     * @param context what Hibernate tells of the attribute
     * @param member the name of the annotated member, where known
     * @return the attribute
     */
    public static MappedAttribute of(GeneratorCreationContext context, @Nullable String member) {
        PersistentClass entity = context.getPersistentClass();
        Property property = context.getProperty();
        Value value = property != null ? property.getValue() : entity == null ? null : entity.getIdentifier();
        if (value instanceof Component component && member != null) {
            property = find(component, member);
            if (property == null) { // Hibernate 7.0 makes a generator for the whole, later ones none.
                String owner = entity == null ? component.getTable().getName() : entity.getJpaEntityName();
                throw EmbeddedCheck.error(owner + "." + member, component);
            }
            value = property.getValue();
        }
        if (value == null || value instanceof Component) {
            // Hibernate tells a @GenericGenerator less than it tells a generator with an annotation of its own.
            throw new IdgenConfigurationException(
                    entity == null ? "@GenericGenerator" : entity.getJpaEntityName(),
                    property == null ? "composite id" : property.getName(),
                    "Hibernate does not tell which attribute this generator is for; use @SnowflakeId or @CombGuid on the"
                            + " attribute itself");
        }
        String path = path(entity, value, property != null ? property.getName() : requireNonNull(member));
        if (value.getColumns().size() != 1) {
            throw new IdgenConfigurationException(
                    path, value.getColumns(), "an id needs exactly one column; annotate a basic attribute");
        }
        IdClass idClass = IdJavaType.idClass(value.getType());
        return new MappedAttribute(
                path,
                idClass == null ? value.getType().getReturnedClass() : idClass.component(),
                idClass,
                value.getColumns().get(0),
                isOwn(entity, value) ? entity : null,
                context.getDatabase(),
                copiesId(entity, value),
                Mappings.in(context.getServiceRegistry()).of(context.getDatabase()));
    }

    private static String path(@Nullable PersistentClass entity, Value value, String name) {
        if (entity == null) {
            // Hibernate does not say which entity an embeddable's attribute belongs to; its table tells as much.
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

    static String name(Member member) {
        return member instanceof Method ? IdAttributes.attribute(member.getName()) : member.getName();
    }

    static @Nullable String name(@Nullable MemberDetails member) {
        return member == null ? null : member.resolveAttributeName();
    }

    /** Hibernate generates for the attributes of an embeddable, not for those of an embeddable inside it. */
    private static @Nullable Property find(Component component, String name) {
        for (Property part : component.getProperties()) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    /**
     * Whether this is the copy that Hibernate makes of an id class's attribute. It generates a value for the attribute
     * when the entity is persisted, and one more for the copy at the flush, in place of the first.
     */
    private static boolean copiesId(@Nullable PersistentClass entity, Value value) {
        return entity == null
                && value.getTable()
                        .getPrimaryKey()
                        .containsColumn(value.getColumns().get(0));
    }

    /** Whether this alone is the entity's id. */
    boolean isWholeId() {
        return entity != null
                && !(entity.getIdentifier() instanceof Component)
                && entity.getIdentifier().getColumns().contains(column);
    }

    /** Whether this is a part of a composite id, or the copy of one. */
    boolean isPartOfId() {
        PrimaryKey key = column.getValue().getTable().getPrimaryKey();
        return copiesId || (!isWholeId() && key != null && key.containsColumn(column));
    }

    /** What tells the attribute from every other. */
    String key() {
        return path + " " + column.getName();
    }

    /** The attribute's type in words, with what is in it. */
    Object typeName() {
        if (idClass != null) {
            return idClass;
        }
        return IdClass.isOne(javaType) ? javaType.getName() + ", not mapped as its component" : javaType.getName();
    }

    /** Turns a value of {@link #javaType()} into what the attribute holds. Knows nothing of the mapping, which is let go of. */
    UnaryOperator<Object> holding() {
        return idClass == null ? UnaryOperator.identity() : idClass::wrap;
    }

    /** The dialect of the database. */
    Dialect dialect() {
        return database.getDialect();
    }

    /** Returns the engines of the session factory that Hibernate is making. Only a binding may ask for them. */
    Engines engines() {
        return mapping.engines();
    }

    /**
     * Adds the table of worker numbers to the mapping, for Hibernate's schema tools. The settings of the session factory,
     * which come later, decide whether they see it.
     */
    public void registerWorkerTable() {
        mapping.schemaTable()
                .filter(table -> !ReservationTable.isMisnamed(database, table))
                .ifPresent(table -> ReservationTable.register(
                        database,
                        column.getValue().getBuildingContext(),
                        table,
                        () -> mapping.schemaTable().equals(Optional.of(table))));
    }

    /** Returns the tables that the values are written to: of an entity's own attribute those of its subclasses, too. */
    List<TableName> tables() {
        HibernateDatabase known = engines().database();
        Stream<Table> tables = Stream.of(column.getValue().getTable());
        return (entity == null
                        ? tables
                        : Stream.concat(
                                tables, entity.getSubclassClosure().stream().map(PersistentClass::getTable)))
                .filter(Table::isPhysicalTable)
                .map(known::name)
                .distinct()
                .toList();
    }

    /** Has the column looked at as it is in the database, when the session factory has been made. */
    void requires(ColumnNeed need) {
        engines().columns().add(path, column, need);
    }

    /**
     * Makes an error about this attribute.
     *
     * @param value what is refused
     * @param problem the rule, and what to do
     * @return the error
     */
    public IdgenConfigurationException invalid(Object value, String problem) {
        return new IdgenConfigurationException(path, value, problem);
    }

    /** The length of a text or binary column in characters or bytes, or the highest number where it is not stated. */
    long columnLength() {
        return ColumnType.of(column).length();
    }
}
