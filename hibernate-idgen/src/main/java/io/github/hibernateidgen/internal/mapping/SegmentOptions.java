package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.segments.HighestId;
import io.github.hibernateidgen.internal.segments.SegmentOptimizer;
import io.github.hibernateidgen.internal.segments.StoreSegments;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentRequest;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * The options of an attribute with segments, from its annotation.
 *
 * @param sequence the name of the sequence, or of the numbers in a store. If it is empty, Hibernate names the sequence, and
 *     the entity's table names the numbers in a store
 * @param fromStore whether the numbers come from the store of the settings; null if the settings decide
 * @param size how many numbers a segment has
 * @param initial the first number
 * @param optimizer determines the numbers that a value of the sequence represents; null for Hibernate's default optimizer
 * @param inTable whether a table is used even if the database has sequences
 * @param offset the offset; 0 for the offset of the settings
 * @param step the step; 0 for the step of the settings
 * @param assignable whether a value that the application has set is kept
 */
public record SegmentOptions(
        MappedAttribute attribute,
        String sequence,
        @Nullable Boolean fromStore,
        int size,
        int initial,
        @Nullable SegmentOptimizer optimizer,
        boolean inTable,
        int offset,
        int step,
        boolean assignable) {

    /** Checks the size. */
    public SegmentOptions {
        if (size < 1) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment has 1 number or more; give the increment of the sequence, which is 50 if Hibernate"
                            + " created it");
        }
    }

    /** Sets the parameters that Hibernate's own generator reads. */
    void addTo(Properties parameters) {
        if (!sequence.isEmpty()) {
            parameters.setProperty(SequenceStyleGenerator.SEQUENCE_PARAM, sequence);
        }
        if (optimizer != null) {
            parameters.setProperty(SequenceStyleGenerator.OPT_PARAM, optimizer.hibernateName());
        }
        parameters.setProperty(SequenceStyleGenerator.INITIAL_PARAM, Integer.toString(initial));
        parameters.setProperty(SequenceStyleGenerator.INCREMENT_PARAM, Integer.toString(size));
        parameters.setProperty(SequenceStyleGenerator.FORCE_TBL_PARAM, Boolean.toString(inTable));
    }

    /** Returns a table's name with catalog and schema, so that tables with the same name in two schemas share no numbers. */
    private static String qualified(Table table) {
        return Stream.of(table.getCatalog(), table.getSchema(), table.getName())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining("."));
    }

    /** Returns whether segments come from the store of the settings, and not from the database. */
    boolean inStore() {
        return fromStore == null ? !attribute.mapping().settings().segments().inDatabase() : fromStore;
    }

    /**
     * Makes the store's segments. Sends no request to the store.
     *
     * @throws IdgenConfigurationException if a store can't serve the attribute, or the settings give no store
     */
    StoreSegments ofStore() {
        OffsetAndStep offsetAndStep = offsetAndStep();
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid(
                    "STORE",
                    "a store of segments serves only the whole @Id of an entity; take"
                            + " segments from the database for this attribute");
        }
        if (attribute.javaType() == String.class) {
            throw attribute.invalid(
                    "STORE",
                    "a store of segments is compared with the highest id of the table, but text does not sort as"
                            + " numbers do; use Long, or take segments from the database");
        }
        if (offsetAndStep.step() > 1) {
            throw attribute.invalid(
                    offsetAndStep,
                    "a store of segments serves all writers; remove offset and step, or take segments from the"
                            + " database");
        }
        if (initial < 1) {
            throw attribute.invalid(
                    "initial " + initial,
                    "a store of segments begins with 1 or more; give an initial number of 1 or" + " more");
        }
        if (inTable) {
            throw attribute.invalid(
                    "STORE",
                    "table = true asks for a table in the database; remove table, or take segments from the"
                            + " database");
        }
        boolean isNamed = !sequence.isEmpty(); // Other attributes may use the same name and have higher ids.
        try {
            return new StoreSegments(
                    attribute.engines().segments().store(attribute.path()),
                    new SegmentRequest(
                            isNamed
                                    ? sequence
                                    : qualified(attribute.column().getValue().getTable()),
                            size,
                            initial,
                            !isNamed,
                            OptionalLong::empty,
                            attribute.engines().settings().segments().limits().timeout()),
                    new HighestId(attribute.path(), entity.getRootClass(), attribute.column()));
        } catch (IllegalArgumentException e) {
            throw attribute.invalid("STORE", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the attribute's offset and step, or the settings' offset and step if the attribute has none. */
    OffsetAndStep offsetAndStep() {
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
