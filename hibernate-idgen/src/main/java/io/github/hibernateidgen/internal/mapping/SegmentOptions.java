package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.segments.HighestId;
import io.github.hibernateidgen.internal.segments.RedisSegments;
import io.github.hibernateidgen.segment.OffsetAndStep;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.id.PersistentIdentifierGenerator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;

/** The parameters of an attribute with segments that Hibernate does not read itself, or not if a counter in Redis is used. */
final class SegmentOptions {

    /** The names of all parameters, with those that Hibernate reads. */
    private static final Set<String> NAMES = Set.of(
            "offset",
            "step",
            "source",
            "prefix",
            "sealed",
            "assignable",
            SequenceStyleGenerator.SEQUENCE_PARAM,
            SequenceStyleGenerator.ALT_SEQUENCE_PARAM,
            SequenceStyleGenerator.CONFIG_SEQUENCE_PER_ENTITY_SUFFIX,
            SequenceStyleGenerator.INITIAL_PARAM,
            SequenceStyleGenerator.INCREMENT_PARAM,
            SequenceStyleGenerator.OPT_PARAM,
            SequenceStyleGenerator.FORCE_TBL_PARAM,
            SequenceStyleGenerator.VALUE_COLUMN_PARAM,
            PersistentIdentifierGenerator.CATALOG,
            PersistentIdentifierGenerator.SCHEMA,
            PersistentIdentifierGenerator.OPTIONS);

    private final MappedAttribute attribute;
    private final GeneratorParameters parameters;
    private final String sequence;
    private final boolean inTable;

    SegmentOptions(MappedAttribute attribute, Properties given) {
        this.attribute = attribute;
        this.parameters = new GeneratorParameters(attribute, given);
        this.sequence = given.getProperty(
                SequenceStyleGenerator.SEQUENCE_PARAM, parameters.text(SequenceStyleGenerator.ALT_SEQUENCE_PARAM));
        this.inTable = Boolean.parseBoolean(given.getProperty(SequenceStyleGenerator.FORCE_TBL_PARAM));
        parameters.requireKnown(NAMES);
    }

    MappedAttribute attribute() {
        return attribute;
    }

    ValueOptions values() {
        return parameters.options();
    }

    /** Reads how many numbers a segment has, 1 or more. */
    int size() {
        int size = parameters.number(
                SequenceStyleGenerator.INCREMENT_PARAM, SequenceStyleGenerator.DEFAULT_INCREMENT_SIZE);
        if (size < 1) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment has 1 number or more; give the increment of the sequence, 50 where Hibernate made it");
        }
        return size;
    }

    /** Reads the first number of a counter, 1 or more. */
    private int first() {
        int first =
                parameters.number(SequenceStyleGenerator.INITIAL_PARAM, SequenceStyleGenerator.DEFAULT_INITIAL_VALUE);
        if (first < 1) {
            throw attribute.invalid("initial " + first, "a counter in Redis begins with 1 or more; give such a number");
        }
        return first;
    }

    /** Returns a table's name with catalog and schema, so that tables of one name in two schemas share no counter. */
    private static String qualified(Table table) {
        return Stream.of(table.getCatalog(), table.getSchema(), table.getName())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining("."));
    }

    /**
     * Finds what asks for segments from Redis.
     *
     * @return the setting or the attribute; null if segments come from the database
     */
    @Nullable
    String askingForRedis() {
        String source = parameters.text("source");
        return switch (source) {
            case "" -> attribute.mapping().settings().segments().inRedis() ? IdgenSettings.SEGMENT_SOURCE : null;
            case "database" -> null;
            case "redis" -> attribute.path();
            default -> throw attribute.invalid(source, "parameter [source] is database or redis");
        };
    }

    /**
     * Makes the segments of a counter in Redis without sending anything.
     *
     * @throws IdgenConfigurationException if the attribute can't have such segments, or no Redis server is named
     */
    RedisSegments inRedis(OffsetAndStep offsetAndStep) {
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid("redis", "a counter in Redis is for an entity's whole @Id; use the database here");
        }
        if (attribute.javaType() == String.class) {
            throw attribute.invalid(
                    "redis",
                    "a counter in Redis is held against the highest id, which text does not tell; use Long, or take"
                            + " segments from the database");
        }
        if (offsetAndStep.step() > 1) {
            throw attribute.invalid(
                    offsetAndStep,
                    "a counter in Redis serves all writers; remove offset and step, or take segments from the database");
        }
        if (inTable) {
            throw attribute.invalid(
                    "redis", "a table is asked for too; remove that, or take segments from the database");
        }
        boolean isNamed = !sequence.isEmpty(); // Other attributes may use the same name.
        return new RedisSegments(
                attribute.engines().counters(requireNonNull(askingForRedis())),
                isNamed ? sequence : qualified(attribute.column().getValue().getTable()),
                size(),
                first(),
                isNamed,
                new HighestId(attribute.path(), entity.getRootClass(), attribute.column()));
    }

    /** Returns the offset and the step of the attribute, or else those of the settings. */
    OffsetAndStep offsetAndStep() {
        int offset = parameters.number("offset", 0);
        int step = parameters.number("step", 0);
        if (offset == 0 && step == 0) {
            return attribute.engines().settings().segments().offsetAndStep();
        }
        try {
            return new OffsetAndStep(offset, step);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("offset " + offset + ", step " + step, String.valueOf(e.getMessage()));
        }
    }
}
