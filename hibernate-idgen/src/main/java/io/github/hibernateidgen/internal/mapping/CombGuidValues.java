package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeeds;
import io.github.hibernateidgen.internal.columns.GuidColumn;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.TimeSpans;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/** Converts the values of a GUID engine to the type of an attribute. */
public final class CombGuidValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private static final int COMPACT_LENGTH = 32;
    private static final int CANONICAL_LENGTH = 36;
    private static final int BYTES = 16;

    private CombGuidValues() {}

    /**
     * Chooses order, engine and conversion for an attribute.
     *
     * @param requested the order that the mapping asks for, if any
     * @param notation the form of the values outside of the database
     */
    public static AttributeValues bind(
            MappedAttribute attribute,
            GuidFormat format,
            Optional<GuidOrder> requested,
            GuidNotation notation,
            ValueOptions options) {
        GuidColumn column = GuidColumn.of(attribute.dialect(), attribute.column());
        GuidOrder order = requested.orElse(column.order());
        if (!format.fits(order)) {
            throw attribute.invalid(
                    format,
                    "the ids of this format do not ascend in order " + order + ", which was chosen for column "
                            + attribute.column().getName() + " of type " + column
                            + "; use RFC_9562 or RT_COMB, or map the column that the format is made for");
        }
        GuidGenerator engine = attribute.engines().guid(format, order);
        GuidText text = column.text(length(attribute, column));
        Function<UUID, Object> conversion = conversion(attribute, column, text);
        attribute.requires(ColumnNeeds.guids(
                engine.order(),
                column.family(),
                attribute.javaType(),
                textLength(attribute, column),
                attribute.dialect()));
        BoundAttribute bound = attribute.engines().attributes().add(attribute.key(), () -> {
            warnOfOrder(attribute, column, engine);
            String dialect = attribute.dialect().getClass().getSimpleName();
            String reason = requested.isPresent() ? "as the mapping asks" : "as that type compares on " + dialect;
            return new BoundAttribute.Guid(
                    attribute.facts(column, reason, ValueTexts.guids(attribute, options, text, notation), options),
                    engine,
                    spans(engine, conversion.andThen(attribute.holding())));
        });
        boolean isRewritten = attribute.javaType() == String.class && column.isNative();
        return new AttributeValues(
                (session, owner) -> conversion.apply(engine.nextGuid()),
                isRewritten ? given -> normalize(column, text, given) : UnaryOperator.identity(),
                bound.facts().issued());
    }

    private static void warnOfOrder(MappedAttribute attribute, GuidColumn column, GuidGenerator engine) {
        if (engine.order() != column.order()) {
            LOG.warnf(
                    "%s: order %s was asked for, but column %s of type %s compares in order %s on %s, so rows arrive"
                            + " as scattered as with random keys; leave the order out",
                    attribute.path(),
                    engine.order(),
                    attribute.column().getName(),
                    column,
                    column.order(),
                    attribute.dialect().getClass().getSimpleName());
        }
    }

    private static TimeSpans spans(GuidGenerator engine, Function<UUID, Object> value) {
        return (from, to) -> {
            if (!from.isBefore(to)) {
                throw new IllegalArgumentException(
                        "span from [" + from + "] to [" + to + "] is empty; give a later end");
            }
            return List.of(new TimeSpans.Range(
                    value.apply(engine.format().first(engine.order(), from)),
                    value.apply(engine.format().last(engine.order(), to.minusNanos(1)))));
        };
    }

    /** Returns the length of the column. The database's own type for GUIDs takes a GUID in any notation. */
    private static long length(MappedAttribute attribute, GuidColumn column) {
        return column.isNative() ? Long.MAX_VALUE : attribute.columnLength();
    }

    /** Chooses the conversion to the type of the attribute, and refuses a column that does not fit it. */
    private static Function<UUID, Object> conversion(MappedAttribute attribute, GuidColumn column, GuidText text) {
        Class<?> type = attribute.javaType();
        if (type == UUID.class) {
            requireKept(attribute, column);
            return guid -> guid;
        }
        if (type == String.class) {
            requireLength(attribute, column, COMPACT_LENGTH, "32 characters, or 36 with hyphens");
            return text::format;
        }
        if (type == byte[].class) {
            requireLength(attribute, column, BYTES, "16 bytes");
            if (column.order() == GuidOrder.SQL_SERVER) {
                // The server reads binary into a uniqueidentifier with the first eight bytes in another order.
                throw attribute.invalid(
                        type.getSimpleName(),
                        "SQL Server reorders the bytes of a binary value for a uniqueidentifier; use UUID or String");
            }
            return CombGuidValues::bytes;
        }
        throw attribute.invalid(
                attribute.typeName(),
                "@CombGuid can't fill this type; use UUID, String or byte[], or a class with one of these as its only"
                        + " component");
    }

    /** Refuses a column that would return another UUID than was written, or none. */
    private static void requireKept(MappedAttribute attribute, GuidColumn column) {
        if (column.reordersUuids()) {
            throw attribute.invalid(
                    column,
                    "SQL Server reorders the bytes of a UUID that is written into a binary column;"
                            + " add @JdbcTypeCode(SqlTypes.BINARY), which writes them as they are");
        }
        if (column.reordersBytes()) {
            throw attribute.invalid(
                    column,
                    "SQL Server reorders the bytes of a binary value for a uniqueidentifier; leave out @JdbcTypeCode, after"
                            + " which ids that this mapping has written need their bytes in the other order, as"
                            + " docs/migrating/column-types.md shows");
        }
        if (column.losesUuids(attribute.dialect())) {
            String name = column.type().name();
            String sqlType = name.contains("char") && !name.contains("var") ? "CHAR" : "VARCHAR";
            throw attribute.invalid(
                    attribute.column().getSqlType(),
                    "Hibernate sends a UUID to this column of text as " + column.sent()
                            + ", and could not read it again; add @JdbcTypeCode(SqlTypes." + sqlType
                            + "), which sends text, too");
        }
    }

    /** Returns the length of a value if the column turns out to be text. Hibernate writes a UUID with hyphens. */
    private static int textLength(MappedAttribute attribute, GuidColumn column) {
        return attribute.javaType() == String.class && column.text(attribute.columnLength()) == GuidText.COMPACT
                ? COMPACT_LENGTH
                : CANONICAL_LENGTH;
    }

    private static void requireLength(MappedAttribute attribute, GuidColumn column, int needed, String rule) {
        long length = length(attribute, column);
        if (length < needed) {
            throw attribute.invalid(
                    "length " + length, "the column is too short for @CombGuid; give it a length of " + rule);
        }
    }

    /** Rewrites a GUID as the column will return it: the database's own type does not keep how it was written. */
    private static Object normalize(GuidColumn column, GuidText text, Object given) {
        try {
            return text.normalize((String) given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("for a column of type " + column + " it " + e.getMessage(), e);
        }
    }

    static UUID guid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    static byte[] bytes(UUID guid) {
        return ByteBuffer.allocate(BYTES)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();
    }
}
