package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.segments.HighestId;
import io.github.hibernateidgen.internal.segments.RedisSegments;
import io.github.hibernateidgen.segment.OffsetAndStep;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.id.OptimizableGenerator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an attribute with segments that Hibernate does not read itself.
 *
 * @param offset the offset of the numbers, or 0 for that of the settings
 * @param step the step of the numbers, or 0 for that of the settings
 */
record SegmentOptions(int offset, int step) {

    static SegmentOptions read(Properties parameters, MappedAttribute attribute) {
        return new SegmentOptions(number(parameters, "offset", 0, attribute), number(parameters, "step", 0, attribute));
    }

    /** Reads how many numbers a segment has, 1 or more. */
    static int size(Properties parameters, MappedAttribute attribute) {
        int size = number(
                parameters,
                OptimizableGenerator.INCREMENT_PARAM,
                OptimizableGenerator.DEFAULT_INCREMENT_SIZE,
                attribute);
        if (size < 1) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment has 1 number or more; give the increment of the sequence, 50 where Hibernate made it");
        }
        return size;
    }

    /** Reads the first number of a counter, 1 or more. */
    static int first(Properties parameters, MappedAttribute attribute) {
        int first = number(
                parameters,
                SequenceStyleGenerator.INITIAL_PARAM,
                SequenceStyleGenerator.DEFAULT_INITIAL_VALUE,
                attribute);
        if (first < 1) {
            throw attribute.invalid("initial " + first, "a counter in Redis begins with 1 or more; give such a number");
        }
        return first;
    }

    /** Returns the name that the mapping gives to the sequence, or else that of the table. */
    static String name(Properties parameters, MappedAttribute attribute) {
        return isNamed(parameters)
                ? given(parameters)
                : qualified(attribute.column().getValue().getTable());
    }

    /** Returns a table's name with catalog and schema, so that tables of one name in two schemas share no counter. */
    private static String qualified(Table table) {
        return Stream.of(table.getCatalog(), table.getSchema(), table.getName())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining("."));
    }

    /** Whether the mapping names the sequence. Other attributes may use the same name. */
    static boolean isNamed(Properties parameters) {
        return !given(parameters).isEmpty();
    }

    private static String given(Properties parameters) {
        return parameters.getProperty(
                SequenceStyleGenerator.SEQUENCE_PARAM,
                parameters.getProperty(SequenceStyleGenerator.ALT_SEQUENCE_PARAM, ""));
    }

    /**
     * Finds what asks for segments from Redis.
     *
     * @return the setting or the attribute; null if segments come from the database
     */
    static @Nullable String askingForRedis(Properties parameters, MappedAttribute attribute) {
        String source = parameters.getProperty("source", "");
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
    static RedisSegments inRedis(Properties parameters, MappedAttribute attribute, OffsetAndStep offsetAndStep) {
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
                    "a counter in Redis serves all masters; remove offset and step, or take segments from the database");
        }
        if (Boolean.parseBoolean(parameters.getProperty(SequenceStyleGenerator.FORCE_TBL_PARAM))) {
            throw attribute.invalid(
                    "redis", "a table is asked for too; remove that, or take segments from the database");
        }
        String asking = requireNonNull(askingForRedis(parameters, attribute));
        return new RedisSegments(
                attribute.engines().counters(asking),
                name(parameters, attribute),
                size(parameters, attribute),
                first(parameters, attribute),
                isNamed(parameters),
                new HighestId(attribute.path(), entity.getRootClass(), attribute.column()));
    }

    private static int number(Properties parameters, String name, int byDefault, MappedAttribute attribute) {
        String text = parameters.getProperty(name, Integer.toString(byDefault));
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw attribute.invalid(text, "parameter [" + name + "] must be a whole number");
        }
    }

    /** Returns the offset and the step of the attribute, or else those of the settings. */
    OffsetAndStep offsetAndStep(MappedAttribute attribute) {
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
