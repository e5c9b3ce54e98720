package io.github.hibernateidgen.internal.guid;

import static java.util.Objects.requireNonNullElse;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.SqlKind;
import io.github.hibernateidgen.internal.notation.GuidText;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.AttributeGenerator;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.runtime.Part;
import java.util.UUID;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.jboss.logging.Logger;

/** The generator behind {@link CombGuid}. Thread-safe once bound. */
public final class CombGuidGenerator extends AttributeGenerator<CombGuid>
        implements AnnotationBasedGenerator<CombGuid> {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Called by Hibernate. */
    public CombGuidGenerator() {}

    /** Makes the part of a session factory that has the GUID generators. */
    public static Part part(Engines engines) {
        return new Guids(engines.settings());
    }

    /** Chooses the order and the engine of an attribute, and rejects a column that does not fit. */
    @Override
    protected BoundAttribute bind(CombGuid given, MappedAttribute attribute) {
        GuidFormat format = given.format();
        GuidColumn column = new GuidColumn(attribute.columnType(), attribute.dialect());
        GuidOrder order = given.order().explicit().orElse(column.order());
        if (!format.fits(order)) {
            throw attribute.invalid(
                    format,
                    "the ids of this format do not ascend in order " + order + ", which was chosen for column "
                            + attribute.column().getName() + " of type " + column,
                    "use RFC_9562 or RT_COMB, or map the column that the format is made for");
        }
        GuidGenerator generator = attribute.engines().part(Guids.class).generator(format, order);
        GuidText text = column.text();
        requireColumn(attribute, column);
        ColumnNeed need = new GuidNeed(
                order,
                attribute.javaType(),
                attribute.sent(),
                attribute.javaType() == String.class && text == GuidText.COMPACT
                        ? GuidColumn.COMPACT_LENGTH
                        : GuidColumn.CANONICAL_LENGTH,
                attribute.dialect());
        requireDefinition(attribute, column, need);
        warnOfOrder(attribute, column, order);
        Notation notation = attribute.typed(Notation.guids(attribute.javaType(), text));
        return attribute.add(new GuidAttribute(given, attribute, generator, column, text, notation), need);
    }

    private static void warnOfOrder(MappedAttribute attribute, GuidColumn column, GuidOrder order) {
        if (order != column.order() && attribute.bound() == null) {
            LOG.warnf(
                    "%s: order %s was asked for, but column %s of type %s compares in order %s on %s, so rows arrive"
                            + " as scattered as with random keys; remove the order",
                    attribute.path(),
                    order,
                    attribute.column().getName(),
                    column,
                    column.order(),
                    attribute.dialect().getClass().getSimpleName());
        }
    }

    /** Rejects unsupported attribute types, and columns that can't contain the GUIDs. */
    private static void requireColumn(MappedAttribute attribute, GuidColumn column) {
        Class<?> type = attribute.javaType();
        if (type == UUID.class) {
            requireSameUuid(attribute, column);
        } else if (type == String.class) {
            requireSent(attribute, SqlKind.TEXT);
            requireLength(attribute, column, GuidColumn.COMPACT_LENGTH, "32 characters, or 36 with hyphens");
        } else if (type == byte[].class) {
            requireSent(attribute, SqlKind.BYTES);
            requireLength(attribute, column, GuidColumn.BYTES, "16 bytes");
            if (column.order() == GuidOrder.SQL_SERVER) {
                // SQL Server reorders the first eight bytes when it converts a binary value to a uniqueidentifier.
                throw attribute.invalid(
                        type.getSimpleName(),
                        "SQL Server reorders the bytes of a binary value for a uniqueidentifier",
                        "use UUID or String");
            }
        } else {
            throw attribute.unfillable("@CombGuid", "UUID, String or byte[]");
        }
    }

    /** Rejects a column that would return a different UUID than the application wrote. */
    private static void requireSameUuid(MappedAttribute attribute, GuidColumn column) {
        if (column.reordersUuids(attribute.sent())) {
            throw attribute.invalid(
                    column,
                    "SQL Server reorders the bytes of a UUID that is written into a binary column",
                    "add @JdbcTypeCode(SqlTypes.BINARY), which writes them as they are");
        }
        if (column.reordersBytes(attribute.sent())) {
            throw attribute.invalid(
                    column,
                    "SQL Server reorders the bytes of a binary value for a uniqueidentifier",
                    "remove @JdbcTypeCode, and"
                            + " then reorder the bytes of the ids that this mapping has written, as the page [A column"
                            + " of another type] shows");
        }
    }

    /** Rejects a {@code @JdbcTypeCode} to which Hibernate does not convert the attribute's type, or only as characters. */
    private static void requireSent(MappedAttribute attribute, SqlKind needed) {
        SqlKind sent = attribute.sent();
        if (sent != needed && sent != SqlKind.UNKNOWN) {
            throw attribute.invalid(
                    attribute.typeName(),
                    "Hibernate would send this type as " + sent,
                    "remove @JdbcTypeCode, or declare the attribute as UUID");
        }
    }

    /** Rejects a {@code columnDefinition} that can't contain the values that Hibernate sends. */
    private static void requireDefinition(MappedAttribute attribute, GuidColumn column, ColumnNeed need) {
        String definition = attribute.column().getSqlType();
        if (definition != null) {
            need.definitionMisfit(column.type(), attribute.dialect()).ifPresent(misfit -> {
                throw attribute.invalid(
                        definition, "the column " + misfit.problem(), requireNonNullElse(misfit.remedy(), ""));
            });
        }
    }

    /** Rejects a column that is too short. The database's own type for GUIDs takes a GUID in any notation. */
    private static void requireLength(MappedAttribute attribute, GuidColumn column, int needed, String rule) {
        long length = column.type().length();
        if (!column.isNative() && length < needed) {
            throw attribute.invalid(
                    "length " + length, "the column is too short for @CombGuid", "give it a length of " + rule);
        }
    }
}
