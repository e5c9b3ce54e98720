package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.internal.engines.Engines;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.util.Map;
import org.jboss.logging.Logger;

/** Turns a Snowflake engine's numbers into what an attribute holds. */
public final class SnowflakeValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private SnowflakeValues() {}

    /**
     * Chooses engine and conversion for an attribute.
     *
     * @param attribute the attribute
     * @param layout a layout's name, or empty for the default
     * @param text the form of a {@code String}
     * @param fields the numbers for the layout's entity fields
     * @return the values
     */
    public static AttributeValues bind(
            MappedAttribute attribute, String layout, SnowflakeText text, Map<String, Long> fields) {
        Engines engines = attribute.engines();
        SnowflakeGenerator shared = engines.snowflake(attribute.path(), layout(attribute, layout));
        engines.settings().worker().schemaTable().ifPresent(attribute::registerTable);
        SnowflakeGenerator engine = withFields(shared, attribute, fields);
        String column = attribute.column().getName() + " of type " + ColumnType.of(attribute.column());
        String reason = layout.isEmpty() ? "the default layout" : "as the mapping asks";
        AttributeValues values = convert(attribute, engine, text);
        BoundAttribute bound = engines.bound(attribute.key(), () -> {
            if (attribute.javaType() == String.class && text == SnowflakeText.PLAIN_DECIMAL) {
                LOG.warnf(
                        "%s: text %s does not sort as the ids do where their lengths differ, so neither index nor"
                                + " order by follow the time; use DECIMAL unless other programs write this column so",
                        attribute.path(), text);
            }
            return BoundAttribute.of(attribute.path(), column, reason, shared);
        });
        return values.counted(bound.issued());
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

    private static AttributeValues convert(MappedAttribute attribute, SnowflakeGenerator engine, SnowflakeText text) {
        Class<?> type = attribute.javaType();
        if (type == Long.class || type == long.class) {
            requireWidth(attribute, engine);
            return AttributeValues.of(engine::nextId);
        }
        if (type == BigInteger.class) {
            requireWidth(attribute, engine);
            return new AttributeValues(() -> BigInteger.valueOf(engine.nextId()), SnowflakeValues::inLong);
        }
        if (type == String.class) {
            int length = length(attribute, engine.layout(), text);
            if (attribute.columnLength() < length) {
                throw attribute.invalid(
                        "length " + attribute.columnLength(),
                        "the column is too short for @SnowflakeId as " + text + "; give it a length of " + length
                                + " or more");
            }
            return AttributeValues.of(() -> text.format(engine.layout(), engine.nextId()));
        }
        throw attribute.invalid(
                type.getName(), "@SnowflakeId can't fill this type; use Long, long, BigInteger or String");
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
    }
}
