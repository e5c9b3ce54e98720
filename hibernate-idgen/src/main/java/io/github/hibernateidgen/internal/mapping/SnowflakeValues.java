package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.columns.ColumnNeeds;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.Sharding;
import io.github.hibernateidgen.internal.factory.TimeSpans;
import io.github.hibernateidgen.internal.factory.ValueText;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Converts the numbers of a Snowflake engine to the type of an attribute. */
public final class SnowflakeValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Makes the numbers of an attribute. */
    private interface Ids {
        long next(SharedSessionContractImplementor session, @Nullable Object owner);
    }

    private SnowflakeValues() {}

    /**
     * Chooses engine and conversion for an attribute.
     *
     * @param layout a layout's name, or empty for the default
     * @param text the form of a {@code String}
     * @param fields the numbers for the layout's entity fields
     * @param shardBy the attribute that the shard comes from, or empty
     * @param shardFunction how its value becomes a shard
     */
    public static AttributeValues bind(
            MappedAttribute attribute,
            String layout,
            SnowflakeText text,
            Map<String, Long> fields,
            String shardBy,
            ShardFunction shardFunction,
            ValueOptions options) {
        Engines engines = attribute.engines();
        SnowflakeGenerator shared = engines.snowflake(attribute.path(), layout(attribute, layout));
        attribute.registerWorkerTable();
        SnowflakeGenerator engine = withFields(shared, attribute, fields);
        String reason = layout.isEmpty() ? "the default layout" : "as the mapping asks";
        Sharding sharding = shardBy.isEmpty() ? null : new Sharding(shardBy, shardFunction);
        Ids ids = ids(attribute, engine, sharding);
        LongFunction<Object> conversion = conversion(attribute, engine.layout(), text, options.assignable());
        BoundAttribute bound = engines.attributes().add(attribute.key(), () -> {
            warnOfOrder(attribute, text);
            ValueText written = ValueTexts.snowflakes(attribute, options, engine.layout(), text);
            return new BoundAttribute.Snowflake(
                    attribute.facts(ColumnType.of(attribute.column()), reason, written, options),
                    shared,
                    sharding,
                    spans(attribute, engine.layout(), text, conversion),
                    attribute.tables());
        });
        return new AttributeValues(
                (session, owner) -> conversion.apply(ids.next(session, owner)),
                attribute.javaType() == BigInteger.class ? SnowflakeValues::inLong : UnaryOperator.identity(),
                bound.facts().issued());
    }

    private static Ids ids(MappedAttribute attribute, SnowflakeGenerator engine, @Nullable Sharding sharding) {
        SnowflakeLayout layout = engine.layout();
        if (sharding == null) {
            if (layout.shards() > 1) {
                throw attribute.invalid(
                        layout.name(),
                        "the layout has a shard field, which nothing fills; name the attribute that decides the shard in"
                                + " shardBy");
            }
            return (session, owner) -> engine.nextId();
        }
        ShardAttribute shards = new ShardAttribute(sharding, layout);
        shards.requireFits(attribute);
        return (session, owner) ->
                engine.withShard(shards.shard(session, owner)).nextId();
    }

    private static void warnOfOrder(MappedAttribute attribute, SnowflakeText text) {
        if (attribute.javaType() == String.class && text == SnowflakeText.PLAIN_DECIMAL) {
            LOG.warnf(
                    "%s: text %s does not sort as the ids do where their lengths differ, so neither index nor order by"
                            + " follow the time; use DECIMAL unless other programs write this column so",
                    attribute.path(), text);
        }
    }

    private static SnowflakeLayout layout(MappedAttribute attribute, String name) {
        Settings settings = attribute.engines().settings();
        if (name.isEmpty()) {
            return settings.defaultLayout();
        }
        SnowflakeLayout layout = settings.layouts().get(name);
        if (layout == null) {
            throw attribute.invalid(
                    name,
                    "no layout has this name; use one of " + settings.layouts().keySet() + " or declare "
                            + Settings.fieldsKey(name));
        }
        return layout;
    }

    /** Chooses the conversion to the type of the attribute, and refuses a column that does not fit it. */
    private static LongFunction<Object> conversion(
            MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text, boolean isFree) {
        Class<?> type = attribute.javaType();
        if (type == Long.class || type == long.class) {
            requireWidth(attribute, layout, isFree);
            return id -> id;
        }
        if (type == BigInteger.class) {
            requireWidth(attribute, layout, isFree);
            return BigInteger::valueOf;
        }
        if (type == String.class) {
            int length = length(attribute, layout, text);
            if (attribute.columnLength() < length) {
                throw attribute.invalid(
                        "length " + attribute.columnLength(),
                        "the column is too short for @SnowflakeId as " + text + "; give it a length of " + length
                                + " or more");
            }
            attribute.requires(ColumnNeeds.text(length, text == SnowflakeText.PLAIN_DECIMAL, attribute.dialect()));
            return id -> text.format(layout, id);
        }
        throw attribute.invalid(
                attribute.typeName(),
                "@SnowflakeId can't fill this type; use Long, long, BigInteger or String, or a class with one of these as"
                        + " its only component");
    }

    private static TimeSpans spans(
            MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text, LongFunction<Object> conversion) {
        boolean isSorted = attribute.javaType() != String.class || text != SnowflakeText.PLAIN_DECIMAL;
        String path = attribute.path();
        UnaryOperator<Object> holding = attribute.holding();
        return new TimeSpans() {
            @Override
            public List<Range> between(Instant from, Instant to) {
                if (!isSorted) {
                    throw new IllegalStateException(
                            path + " is text of form [" + text + "], which does not sort as the ids do; use DECIMAL");
                }
                return layout.ranges(from, to).stream()
                        .map(range -> new Range(
                                holding.apply(conversion.apply(range.first())),
                                holding.apply(conversion.apply(range.last()))))
                        .toList();
            }

            @Override
            public List<IdSlice> slices(Instant from, Instant to) {
                return layout.slices(from, to);
            }
        };
    }

    private static int length(MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text) {
        try {
            return text.length(layout);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid(text, String.valueOf(e.getMessage()));
        }
    }

    private static Object inLong(Object value) {
        if (value instanceof BigInteger number && number.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("64 bits do not hold it; give a number from " + Long.MIN_VALUE + " to "
                    + Long.MAX_VALUE + ", or null to have an id made");
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

    private static void requireWidth(MappedAttribute attribute, SnowflakeLayout layout, boolean isFree) {
        ColumnType type = ColumnType.of(attribute.column());
        int bits = type.bits(attribute.dialect());
        if (bits < layout.width()) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "the column, of type " + type + ", holds integers of " + bits + " bits exactly, but layout ["
                            + layout.name() + "] has " + layout.width()
                            + "; give the column a wider type, such as bigint");
        }
        // Ids that the application sets may be small.
        int bitsNow = isFree
                ? 0
                : bitsNow(layout, attribute.engines().settings().clock().instant());
        attribute.requires(
                ColumnNeeds.integers(layout.width(), bitsNow, "layout [" + layout.name() + "]", attribute.dialect()));
    }

    /** How many bits the lowest id has that can be made from now on. */
    private static int bitsNow(SnowflakeLayout layout, Instant now) {
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            return 0;
        }
        IdSlice slice = layout.slices(now, now.plusNanos(1)).get(0);
        return Long.SIZE - Long.numberOfLeadingZeros(slice.first() | slice.lowest());
    }
}
