package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentRequest;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.Table;

/**
 * The options of an attribute with segments.
 *
 * @param given the annotation
 */
record SegmentOptions(MappedAttribute attribute, SegmentId given) {

    /** Checks the size. */
    SegmentOptions {
        if (given.size() < 1) {
            throw attribute.invalid(
                    "size " + given.size(),
                    "a segment has 1 number or more",
                    "give the increment of the sequence, which is 50 if Hibernate created it");
        }
    }

    /** Sets the parameters that Hibernate's own generator reads. */
    void addTo(Properties parameters) {
        if (!given.sequence().isEmpty()) {
            parameters.setProperty(SequenceStyleGenerator.SEQUENCE_PARAM, given.sequence());
        }
        if (given.optimizer() != SegmentId.Optimizer.AUTO) {
            parameters.setProperty(
                    SequenceStyleGenerator.OPT_PARAM,
                    SegmentOptimizer.valueOf(given.optimizer().name()).hibernateName());
        }
        parameters.setProperty(SequenceStyleGenerator.INITIAL_PARAM, Integer.toString(given.initial()));
        parameters.setProperty(SequenceStyleGenerator.INCREMENT_PARAM, Integer.toString(given.size()));
        parameters.setProperty(SequenceStyleGenerator.FORCE_TBL_PARAM, Boolean.toString(given.table()));
    }

    /** Returns a table's name with catalog and schema, so that tables with the same name in two schemas share no numbers. */
    private static String qualified(Table table) {
        return Stream.of(table.getCatalog(), table.getSchema(), table.getName())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining("."));
    }

    /** Returns the session factory's settings if its engines exist, and otherwise the service registry's settings. */
    private SegmentSettings settings() {
        return SegmentSettings.read(attribute.settings());
    }

    /** Returns whether segments come from the store of the settings, and not from the database. */
    boolean inStore() {
        return given.source() == SegmentId.Source.AUTO
                ? !settings().inDatabase()
                : given.source() == SegmentId.Source.STORE;
    }

    /**
     * Makes the store's segments. Sends no request to the store.
     *
     * @throws IdgenConfigurationException if a store can't serve the attribute, or the settings give no store
     */
    StoreSegments ofStore() {
        if (attribute.entity() == null) {
            throw attribute.invalid(
                    "STORE",
                    "a store of segments serves only the whole @Id of an entity",
                    "take segments from the database for this attribute");
        }
        requireStorable();
        boolean isNamed = !given.sequence().isEmpty(); // Other attributes may use the same name and have higher ids.
        try {
            return new StoreSegments(
                    attribute.engines().part(Segments.class).store(attribute.path()),
                    new SegmentRequest(
                            isNamed
                                    ? given.sequence()
                                    : qualified(attribute.column().getValue().getTable()),
                            given.size(),
                            given.initial(),
                            !isNamed,
                            OptionalLong::empty,
                            settings().limits().timeout()),
                    HighestId.of(attribute));
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("STORE", e);
        }
    }

    /** Rejects the options that only a sequence or a table can serve. */
    private void requireStorable() {
        if (attribute.javaType() == String.class) {
            throw attribute.invalid(
                    "STORE",
                    "a store of segments is compared with the highest id of the table, but text does not sort as"
                            + " numbers do",
                    "use Long, or take segments from the database");
        }
        OffsetAndStep offsetAndStep = offsetAndStep();
        if (offsetAndStep.step() > 1) {
            throw attribute.invalid(
                    offsetAndStep,
                    "a store of segments serves all writers",
                    "remove offset and step, or take segments from the database");
        }
        if (given.initial() < 1) {
            throw attribute.invalid(
                    "initial " + given.initial(),
                    "a store of segments begins with 1 or more",
                    "give an initial number of 1 or more");
        }
        if (given.table()) {
            throw attribute.invalid(
                    "STORE",
                    "table = true asks for a table in the database",
                    "remove table, or take segments from the database");
        }
    }

    /** Returns the attribute's offset and step, or the settings' offset and step if the attribute has none. */
    OffsetAndStep offsetAndStep() {
        if (given.offset() == 0 && given.step() == 0) {
            return settings().offsetAndStep();
        }
        try {
            return new OffsetAndStep(given.offset(), given.step());
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("offset " + given.offset() + ", step " + given.step(), e);
        }
    }
}
