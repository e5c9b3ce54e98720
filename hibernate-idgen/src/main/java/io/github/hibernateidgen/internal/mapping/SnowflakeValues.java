package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.columns.ColumnNeeds;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.SessionLanes;
import io.github.hibernateidgen.internal.factory.Sharding;
import io.github.hibernateidgen.internal.factory.SnowflakeColumns;
import io.github.hibernateidgen.internal.factory.TimeSpans;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.segments.HighestId;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.types.IdJavaType;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Binds attributes with Snowflake ids. */
public final class SnowflakeValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private SnowflakeValues() {}

    /**
     * Chooses the engine of an attribute, and rejects a column that does not fit.
     *
     * @param layout a layout's name, or empty for the default
     * @param text the form of a {@code String}
     * @param fields the numbers for the layout's entity fields
     * @param shardBy the attribute that the shard comes from, or empty
     * @param shardFunction the function that makes a shard from that attribute's value
     */
    public static BoundAttribute bind(
            MappedAttribute attribute,
            String layout,
            SnowflakeText text,
            Map<String, Long> fields,
            String shardBy,
            ShardFunction shardFunction,
            boolean assignable) {
        Engines engines = attribute.engines();
        SnowflakeGenerator shared = engines.snowflakes()
                .generator(attribute.path(), engines.settings().layout(attribute.path(), layout));
        attribute.registerWorkerTable();
        SnowflakeGenerator engine = withFields(shared, attribute, fields);
        Sharding sharding = sharding(attribute, engine.layout(), shardBy, shardFunction);
        requireColumn(attribute, engine.layout(), text, assignable);
        warnOfOrder(attribute, text);
        BoundAttribute.Place place = attribute.place(ColumnType.of(attribute.column()), assignable);
        engines.snowflakes()
                .columns()
                .add(
                        attribute.key(),
                        new SnowflakeColumns.Writer(attribute.path(), engine.layout(), fields, place.written()));
        addKey(attribute, engine.layout(), assignable);
        Notation notation = attribute.typed(Notation.snowflakes(attribute.javaType(), engine.layout(), text));
        return attribute.add(new BoundAttribute(
                attribute.path(),
                place,
                describe(engine.layout(), sharding),
                layout.isEmpty() ? "the default layout" : "as the mapping asks",
                attribute.text(notation, assignable),
                shared,
                maker(attribute, engine, sharding, notation),
                attribute.javaType() == BigInteger.class ? SnowflakeValues::inLong : UnaryOperator.identity(),
                attribute.isAssignable(assignable),
                spans(attribute, engine.layout(), text, notation),
                sharding,
                attribute.issued()));
    }

    /**
     * Registers a key whose highest id is compared at startup. Ids that the application sets may be higher. Text is left out,
     * because it may not sort as the numbers do. Repeatable ids begin again at an earlier time.
     */
    private static void addKey(MappedAttribute attribute, SnowflakeLayout layout, boolean assignable) {
        PersistentClass entity = attribute.entity();
        if (entity != null
                && attribute.isWholeId()
                && !attribute.isAssignable(assignable)
                && attribute.javaType() != String.class
                && attribute.engines().settings().repeatable() == null) {
            HighestId highest = new HighestId(attribute.path(), entity.getRootClass(), attribute.column());
            attribute.engines().snowflakes().highest().add(attribute.key(), layout, highest);
        }
    }

    private static BoundAttribute.Maker maker(
            MappedAttribute attribute, SnowflakeGenerator engine, @Nullable Sharding sharding, Notation notation) {
        int count = engine.layout().lanes();
        SessionLanes lanes = count == 1 ? null : attribute.engines().lanes();
        Remedies remedies = attribute.engines().settings().remedies();
        return (session, owner) -> {
            SnowflakeGenerator used = sharding == null ? engine : engine.withShard(sharding.shard(session, owner));
            try {
                return notation.value(lanes == null ? used.nextId() : used.nextId(lanes.of(session, count)));
            } catch (NoWorkerException e) {
                throw remedies.explained(e);
            }
        };
    }

    private static String describe(SnowflakeLayout layout, @Nullable Sharding sharding) {
        return "Snowflake ids of layout [" + layout.name() + "]"
                + (sharding == null ? "" : " sharded by " + sharding.attribute());
    }

    /** Returns the source of the shards, or null without shards. Rejects an attribute that can't give each row a shard. */
    private static @Nullable Sharding sharding(
            MappedAttribute attribute, SnowflakeLayout layout, String name, ShardFunction function) {
        boolean hasShards = layout.shards() > 1;
        if (name.isEmpty() && hasShards) {
            throw attribute.invalid(
                    layout.name(),
                    "the layout has a shard field, but no attribute decides the shard; name that attribute in shardBy");
        }
        if (name.isEmpty()) {
            return null;
        }
        if (!hasShards) {
            throw attribute.invalid(
                    name,
                    "shardBy is given, but layout [" + layout.name()
                            + "] has no shard field; add a field shard:BITS to the layout, or remove shardBy");
        }
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of the same entity, but the annotated attribute is part of a composite"
                            + " id or of an embeddable; annotate an attribute of the entity itself");
        }
        Property found = others(entity, attribute)
                .filter(property -> property.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> attribute.invalid(
                        name,
                        "shardBy names no other attribute of the entity; it has "
                                + others(entity, attribute)
                                        .map(Property::getName)
                                        .sorted()
                                        .toList()));
        IdClass idClass = IdJavaType.idClass(found.getType());
        Class<?> type = idClass == null ? found.getType().getReturnedClass() : idClass.component();
        if (!(found.getValue() instanceof ToOne) && !function.takes(type)) {
            throw attribute.invalid(
                    name,
                    "shardBy names an attribute of type " + type.getName() + ", from which " + function
                            + " can't compute a shard; name a whole number or, with HASH, a String, a UUID, a byte[],"
                            + " an enum or a to-one association");
        }
        return new Sharding(name, function, layout);
    }

    private static Stream<Property> others(PersistentClass entity, MappedAttribute attribute) {
        return entity.getPropertyClosure().stream()
                .filter(property -> !property.getColumns().contains(attribute.column()));
    }

    private static void warnOfOrder(MappedAttribute attribute, SnowflakeText text) {
        if (attribute.javaType() == String.class && text == SnowflakeText.PLAIN_DECIMAL && attribute.bound() == null) {
            LOG.warnf(
                    "%s: text %s does not sort as the ids do if their lengths differ, so an index or an order by does"
                            + " not follow the time; use DECIMAL unless other programs write this form to the column",
                    attribute.path(), text);
        }
    }

    /** Rejects unsupported attribute types, and columns that can't contain the ids. */
    private static void requireColumn(
            MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text, boolean isAssignable) {
        Class<?> type = attribute.javaType();
        if (type != String.class && text != SnowflakeText.CROCKFORD_BASE32) {
            throw attribute.invalid(
                    text,
                    "text is the form of a String in the column; for text outside of the database, use @PublicId");
        }
        if (type == Long.class || type == long.class || type == BigInteger.class) {
            requireWidth(attribute, layout, isAssignable);
        } else if (type == String.class) {
            requireLength(attribute, layout, text);
        } else {
            throw attribute.unfillable("@SnowflakeId", "Long, long, BigInteger or String");
        }
    }

    private static TimeSpans spans(
            MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text, Notation notation) {
        boolean isSorted = attribute.javaType() != String.class || text != SnowflakeText.PLAIN_DECIMAL;
        String path = attribute.path();
        return new TimeSpans() {
            @Override
            public List<Range> between(Instant from, Instant to) {
                if (!isSorted) {
                    throw new IllegalStateException(
                            path + " is text of form [" + text + "], which does not sort as the ids do; use DECIMAL");
                }
                try {
                    return layout.ranges(from, to).stream()
                            .map(range -> new Range(notation.value(range.first()), notation.value(range.last())))
                            .toList();
                } catch (IllegalStateException e) {
                    throw new IllegalStateException(path + ": " + e.getMessage(), e);
                }
            }

            @Override
            public List<IdSlice> slices(Instant from, Instant to) {
                return layout.slices(from, to);
            }
        };
    }

    private static void requireLength(MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text) {
        int length;
        try {
            length = text.length(layout);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid(text, String.valueOf(e.getMessage()));
        }
        if (attribute.columnLength() < length) {
            throw attribute.invalid(
                    "length " + attribute.columnLength(),
                    "the column is too short for @SnowflakeId as " + text + "; give it a length of " + length
                            + " or more");
        }
        boolean isNumber = text == SnowflakeText.PLAIN_DECIMAL;
        attribute.requires(ColumnNeeds.text(length, isNumber, attribute.sent(), attribute.dialect()));
    }

    private static Object inLong(Object value) {
        if (value instanceof BigInteger number && number.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("it does not fit into 64 bits; give a number from " + Long.MIN_VALUE
                    + " to "
                    + Long.MAX_VALUE + ", or null for a generated id");
        }
        return value;
    }

    private static SnowflakeGenerator withFields(
            SnowflakeGenerator engine, MappedAttribute attribute, Map<String, Long> fields) {
        try {
            return engine.withEntityFields(fields);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid(fields, String.valueOf(e.getMessage()));
        }
    }

    private static void requireWidth(MappedAttribute attribute, SnowflakeLayout layout, boolean isAssignable) {
        ColumnType type = ColumnType.of(attribute.column());
        int bits = type.bits(attribute.dialect());
        if (bits < layout.width()) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "the column, of type " + type + ", holds only integers of up to " + bits
                            + " bits exactly, but layout ["
                            + layout.name() + "] has " + layout.width()
                            + "; give the column a wider type, such as bigint");
        }
        // Ids that the application sets may be small.
        int bitsNow = isAssignable
                ? 0
                : bitsNow(layout, attribute.engines().settings().clock().instant());
        attribute.requires(ColumnNeeds.integers(
                layout.width(), bitsNow, "layout [" + layout.name() + "]", attribute.sent(), attribute.dialect()));
    }

    /**
     * Returns the length in bits of the lowest id that can be made from now on; 0 if the clock is outside of the layout's
     * time.
     */
    private static int bitsNow(SnowflakeLayout layout, Instant now) {
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            return 0;
        }
        IdSlice slice = layout.slices(now, now.plusNanos(1)).get(0);
        return Long.SIZE - Long.numberOfLeadingZeros(slice.first() | slice.lowest());
    }
}
