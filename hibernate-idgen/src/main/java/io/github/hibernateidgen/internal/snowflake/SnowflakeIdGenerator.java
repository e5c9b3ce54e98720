package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.runtime.AttributeGenerator;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.jboss.logging.Logger;

/** The generator behind {@link SnowflakeId}. Thread-safe once bound. */
public final class SnowflakeIdGenerator extends AttributeGenerator<SnowflakeId>
        implements AnnotationBasedGenerator<SnowflakeId> {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Called by Hibernate. */
    public SnowflakeIdGenerator() {}

    /** Makes the part of a session factory that has the Snowflake generators. */
    public static Part part(Engines engines) {
        return new Snowflakes(engines);
    }

    /** Returns the checks of the start, in their order. */
    public static List<Check> checks() {
        return SnowflakeChecks.all();
    }

    /**
     * Adds the table of worker numbers to the mapping, for Hibernate's schema tools. The settings of the session factory,
     * which are read later, decide whether the schema tools see the table.
     */
    @Override
    protected void prepare(MappedAttribute attribute) {
        JdbcTable table = schemaTable(attribute).orElse(null);
        if (table != null) {
            ReservationTable.register(
                    attribute.database(),
                    attribute.column().getValue().getBuildingContext(),
                    table,
                    () -> schemaTable(attribute).equals(Optional.of(table)));
        }
    }

    private static Optional<JdbcTable> schemaTable(MappedAttribute attribute) {
        return WorkerSettings.read(attribute.settings()).schemaTable();
    }

    /** Chooses the engine of an attribute, and rejects a column that does not fit. */
    @Override
    protected BoundAttribute bind(SnowflakeId given, MappedAttribute attribute) {
        Map<String, Long> fields = fields(given, attribute);
        Engines engines = attribute.engines();
        SnowflakeGenerator shared = engines.part(Snowflakes.class)
                .generator(attribute.path(), engines.settings().layout(attribute.path(), given.layout()));
        prepare(attribute);
        SnowflakeGenerator generator = withFields(shared, attribute, fields);
        SnowflakeLayout layout = generator.layout();
        Sharding sharding = Sharding.of(attribute, layout, given.shardBy(), given.shardFunction());
        ColumnNeed need = SnowflakeColumn.need(attribute, layout, given.text(), given.assignable());
        warnOfOrder(attribute, given.text());
        Notation notation = attribute.typed(Notation.snowflakes(attribute.javaType(), layout, given.text()));
        SnowflakeAttribute bound = new SnowflakeAttribute(given, attribute, generator, fields, sharding, notation);
        BoundAttribute earlier = attribute.bound();
        for (SnowflakeAttribute other : engines.attributes(SnowflakeAttribute.class)) {
            if (!other.equals(earlier)) {
                bound.requireOtherIds(other);
            }
        }
        return attribute.add(bound, need);
    }

    private static Map<String, Long> fields(SnowflakeId given, MappedAttribute attribute) {
        Map<String, Long> fields = new HashMap<>();
        for (SnowflakeId.Field field : given.fields()) {
            if (fields.put(field.name(), field.value()) != null) {
                throw attribute.invalid(
                        "@SnowflakeId.Field", "is given twice for one field", "give each field one number");
            }
        }
        return fields;
    }

    private static SnowflakeGenerator withFields(
            SnowflakeGenerator engine, MappedAttribute attribute, Map<String, Long> fields) {
        try {
            return engine.withEntityFields(fields);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid(fields, e);
        }
    }

    private static void warnOfOrder(MappedAttribute attribute, SnowflakeText text) {
        if (attribute.javaType() == String.class && text == SnowflakeText.PLAIN_DECIMAL && attribute.bound() == null) {
            LOG.warnf(
                    "%s: text %s does not sort as the ids do if their lengths differ, so an index or an order by does"
                            + " not follow the time; use DECIMAL unless other programs write this form to the column",
                    attribute.path(), text);
        }
    }
}
