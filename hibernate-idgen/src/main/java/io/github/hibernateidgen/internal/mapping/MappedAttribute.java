package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.Sent;
import io.github.hibernateidgen.internal.database.OwnServices;
import io.github.hibernateidgen.internal.database.ReservationTable;
import io.github.hibernateidgen.internal.database.TableColumn;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.settings.SealSettings;
import io.github.hibernateidgen.internal.types.IdAttributes;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.internal.types.IdJavaType;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
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
     * Finds the attribute of a context.
     *
     * @param member the name of the annotated member, or null if Hibernate passes no member
     */
    public static MappedAttribute of(GeneratorCreationContext context, @Nullable String member) {
        Mapping mapping = Mapping.of(context.getServiceRegistry(), context.getDatabase());
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
                mapping);
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

    static String name(Member member) {
        return member instanceof Method ? IdAttributes.attribute(member.getName()) : member.getName();
    }

    static @Nullable String name(@Nullable MemberDetails member) {
        return member == null ? null : member.resolveAttributeName();
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
    boolean isWholeId() {
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
     * Returns a key that identifies the attribute: the path for an entity's own attribute, and otherwise the path and the
     * column.
     */
    String key() {
        return entity == null ? path + " " + column.getName() : path;
    }

    /** Returns whether the attribute keeps a value that the application has set, or that Hibernate has copied. */
    boolean isAssignable(ValueOptions options) {
        return options.assignable() || copiesId;
    }

    /** Returns the earlier binding of the attribute, or null. */
    @Nullable
    BoundAttribute bound() {
        return engines().attributes().get(key());
    }

    /** Returns the counter of generated values. An attribute that was bound before keeps its counter. */
    LongAdder issued() {
        BoundAttribute known = bound();
        return known == null ? new LongAdder() : known.issued();
    }

    /** Adds the bound attribute to the attributes of the session factory. */
    BoundAttribute add(BoundAttribute bound) {
        return engines().attributes().add(key(), bound);
    }

    /** Returns the attribute's type for messages. A typed id is shown with its component. */
    Object typeName() {
        if (idClass != null) {
            return idClass;
        }
        return IdClass.isTypedId(javaType) ? javaType.getName() + ", not mapped as its component" : javaType.getName();
    }

    Dialect dialect() {
        return database.getDialect();
    }

    /** Returns the engines of the session factory that Hibernate is making. Only a binding may call this method. */
    Engines engines() {
        return mapping.engines();
    }

    /**
     * Adds the table of worker numbers to the mapping, for Hibernate's schema tools. The settings of the session factory,
     * which are read later, decide whether the schema tools see the table.
     */
    public void registerWorkerTable() {
        JdbcTable table = schemaTable(mapping).orElse(null);
        if (table != null) {
            ReservationTable.register(
                    database,
                    column.getValue().getBuildingContext(),
                    table,
                    () -> schemaTable(mapping).equals(Optional.of(table)));
        }
    }

    private static Optional<JdbcTable> schemaTable(Mapping mapping) {
        return mapping.settings().worker().schemaTable();
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

    BoundAttribute.Place place(Object columnType, ValueOptions options) {
        return new BoundAttribute.Place(
                new TableColumn(engines().database().name(column.getValue().getTable()), column.getName()),
                columnType.toString(),
                written(),
                options.assignable() && !isWholeId());
    }

    /**
     * Returns the notation of the values. The notation seals the values if the options ask for a seal, and makes typed ids
     * if the attribute has a typed id.
     *
     * @param visible makes the notation with the prefix, without a seal and without typed ids
     */
    Notation notation(ValueOptions options, Supplier<Notation> visible) {
        boolean isAnyText = options.assignable() && javaType == String.class;
        Notation notation;
        try {
            notation = visible.get();
            if (options.sealed()) {
                requireSealable(options, isAnyText);
                SealSettings settings = engines().settings().seal();
                notation = notation.sealed(settings.seal(path, options.prefix()), settings.acceptsPlain());
            } else if (isAnyText) {
                notation = notation.ofAnyText();
            }
        } catch (IllegalArgumentException e) {
            throw invalid(options.prefix(), String.valueOf(e.getMessage()));
        }
        return idClass == null ? notation : notation.ofComponent(idClass);
    }

    private void requireSealable(ValueOptions options, boolean isAnyText) {
        if (options.prefix().isEmpty()) {
            throw invalid(
                    "sealed = true",
                    "sealed text needs a prefix, so that the text of an attribute opens only as its id; add prefix ="
                            + " \"...\"");
        }
        if (isAnyText) {
            throw invalid(
                    "sealed = true",
                    "an assignable String holds any text, but only values of 64 or 128 bits can be sealed; remove"
                            + " assignable or sealed");
        }
    }

    /** Registers a check of the database's column, which runs when the session factory has been made. */
    void requires(ColumnNeed need) {
        engines().columns().add(path, column, need);
    }

    /** Returns how Hibernate sends the values. */
    Sent sent() {
        return Sent.of(column.getValue().getType());
    }

    /** Makes an exception that names this attribute, the rejected value, the rule and the remedy. */
    public IdgenConfigurationException invalid(Object value, String problem) {
        return new IdgenConfigurationException(path, value, problem);
    }

    /**
     * Returns the column's length: characters of text, or bytes of binary data; {@link Long#MAX_VALUE} if no length is
     * stated.
     */
    long columnLength() {
        return ColumnType.of(column).length();
    }
}
