package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.internal.engines.Engines;
import io.github.hibernateidgen.internal.engines.Sharding;
import io.github.hibernateidgen.internal.engines.TimeSpans;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.ShardFunction;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Turns a Snowflake engine's numbers into what an attribute holds. */
public final class SnowflakeValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Where numbers come from. */
    private interface Ids {
        long next(SharedSessionContractImplementor session, @Nullable Object owner);
    }

    private SnowflakeValues() {}

    /**
     * Chooses engine and conversion for an attribute.
     *
     * @param attribute the attribute
     * @param layout a layout's name, or empty for the default
     * @param text the form of a {@code String}
     * @param fields the numbers for the layout's entity fields
     * @param shardBy the attribute that the shard comes from, or empty
     * @param shardFunction how its value becomes a shard
     * @param options how values are written outside of the database
     * @param isFree whether the application sets values of its own
     * @return the values
     */
    public static AttributeValues bind(
            MappedAttribute attribute,
            String layout,
            SnowflakeText text,
            Map<String, Long> fields,
            String shardBy,
            ShardFunction shardFunction,
            TextOptions options,
            boolean isFree) {
        Engines engines = attribute.engines();
        SnowflakeGenerator shared = engines.snowflake(attribute.path(), layout(attribute, layout));
        engines.schemaTable().ifPresent(attribute::registerTable);
        SnowflakeGenerator engine = withFields(shared, attribute, fields);
        String column = attribute.column().getName() + " of type " + ColumnType.of(attribute.column());
        String reason = layout.isEmpty() ? "the default layout" : "as the mapping asks";
        Sharding sharding = shardBy.isEmpty() ? null : new Sharding(shardBy, shardFunction);
        AttributeValues values = convert(attribute, engine, ids(attribute, engine, sharding), text);
        BoundAttribute bound = engines.bound(attribute.database(), attribute.key(), () -> {
            warnOfScatter(attribute, engine.layout());
            warnOfOrder(attribute, text);
            return BoundAttribute.of(
                            attribute.path(), column, reason, shared, sharding, spans(attribute, engine.layout(), text))
                    .with(ValueTexts.snowflakes(attribute, options, engine.layout(), text, isFree));
        });
        return values.counted(bound.issued());
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

    private static void warnOfScatter(MappedAttribute attribute, SnowflakeLayout layout) {
        Dialect dialect = attribute.dialect();
        if (layout.buckets() > 1 && !SplitByRange.isOn(dialect)) {
            LOG.warnf(
                    "%s: layout [%s] scatters its ids over %d places of the index, which on %s costs full pages and gains"
                            + " nothing unless the server splits tables by ranges of the key, as CockroachDB, TiDB,"
                            + " YugabyteDB and Spanner do; use a layout without a scatter field",
                    attribute.path(),
                    layout.name(),
                    layout.buckets(),
                    dialect.getClass().getSimpleName());
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

    private static AttributeValues convert(
            MappedAttribute attribute, SnowflakeGenerator engine, Ids ids, SnowflakeText text) {
        Class<?> type = attribute.javaType();
        if (type == Long.class || type == long.class) {
            requireWidth(attribute, engine);
            return AttributeValues.of(ids::next);
        }
        if (type == BigInteger.class) {
            requireWidth(attribute, engine);
            return new AttributeValues(
                    (session, owner) -> BigInteger.valueOf(ids.next(session, owner)), SnowflakeValues::inLong);
        }
        if (type == String.class) {
            int length = length(attribute, engine.layout(), text);
            if (attribute.columnLength() < length) {
                throw attribute.invalid(
                        "length " + attribute.columnLength(),
                        "the column is too short for @SnowflakeId as " + text + "; give it a length of " + length
                                + " or more");
            }
            attribute.requires(ColumnNeeds.text(length, attribute.dialect()));
            return AttributeValues.of((session, owner) -> text.format(engine.layout(), ids.next(session, owner)));
        }
        throw attribute.invalid(
                attribute.typeName(),
                "@SnowflakeId can't fill this type; use Long, long, BigInteger or String, or a class with one of these as"
                        + " its only component");
    }

    private static TimeSpans spans(MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text) {
        Class<?> type = attribute.javaType();
        LongFunction<Object> value = type == String.class
                ? id -> text.format(layout, id)
                : type == BigInteger.class ? BigInteger::valueOf : id -> id;
        boolean isSorted = type != String.class || text != SnowflakeText.PLAIN_DECIMAL;
        String path = attribute.path();
        UnaryOperator<Object> holding = attribute.holding();
        return (from, to) -> {
            if (!isSorted) {
                throw new IllegalStateException(
                        path + " is text of form [" + text + "], which does not sort as the ids do; use DECIMAL");
            }
            return layout.ranges(from, to).stream()
                    .map(range -> new TimeSpans.Bounds(
                            holding.apply(value.apply(range.first())), holding.apply(value.apply(range.last()))))
                    .toList();
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

    private static void requireWidth(MappedAttribute attribute, SnowflakeGenerator engine) {
        ColumnType type = ColumnType.of(attribute.column());
        int bits = ExactIntegers.bits(type, attribute.dialect());
        if (bits < engine.layout().width()) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "the column, of type " + type + ", holds integers of " + bits + " bits exactly, but layout ["
                            + engine.layout().name() + "] has "
                            + engine.layout().width() + "; give the column a wider type, such as bigint");
        }
        attribute.requires(ColumnNeeds.integers(
                engine.layout().width(), "layout [" + engine.layout().name() + "]", attribute.dialect()));
    }
}
