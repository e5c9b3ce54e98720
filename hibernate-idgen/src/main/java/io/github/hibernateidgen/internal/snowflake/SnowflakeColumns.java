package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.TableColumn;
import io.github.hibernateidgen.snowflake.LayoutField;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns that contain the Snowflake ids of a session factory. Several entities may write one column. Their ids are
 * unique if they come from one sequence, or if the layouts have different numbers in the same bits.
 *
 * <p>Not thread-safe.
 */
final class SnowflakeColumns {

    private final Map<String, Writer> writers = new LinkedHashMap<>();

    SnowflakeColumns() {}

    /**
     * An attribute whose ids are written to columns.
     *
     * @param path the entity and the attribute
     * @param fields the numbers in the layout's entity fields
     * @param columns the columns to which the ids are written
     */
    record Writer(String path, SnowflakeLayout layout, Map<String, Long> fields, List<TableColumn> columns) {

        /** Returns the bits that are the same in all ids: the entity fields, and the bits above the layout. */
        private long fixedBits() {
            long fixed = -1L << layout.width();
            int below = layout.width();
            for (LayoutField field : layout.fields()) {
                below -= field.bits();
                fixed |= field.kind() == LayoutField.Kind.ENTITY ? ((1L << field.bits()) - 1) << below : 0;
            }
            return fixed;
        }

        /** Returns the values of {@link #fixedBits()}. */
        private long fixedValue() {
            long value = 0;
            int below = layout.width();
            for (LayoutField field : layout.fields()) {
                below -= field.bits();
                boolean isEntity = field.kind() == LayoutField.Kind.ENTITY;
                value |= isEntity ? fields.getOrDefault(field.name(), 0L) << below : 0;
            }
            return value;
        }

        private boolean mayMakeIdsOf(Writer other) {
            boolean isOneSequence = layout.makesIdsOf(other.layout);
            long sameBits = fixedBits() & other.fixedBits();
            return !isOneSequence && (sameBits & (fixedValue() ^ other.fixedValue())) == 0;
        }
    }

    /**
     * Adds an attribute. Hibernate 7 and later bind each attribute twice. The last binding counts.
     *
     * @param key identifies the attribute
     * @throws IdgenConfigurationException if another attribute writes one of the columns, and can make the same ids
     */
    void add(String key, Writer writer) {
        writers.put(key, writer);
        for (Map.Entry<String, Writer> entry : writers.entrySet()) {
            if (!entry.getKey().equals(key)) {
                requireOtherIds(writer, entry.getValue());
            }
        }
    }

    private static void requireOtherIds(Writer writer, Writer other) {
        for (TableColumn column : writer.columns()) {
            if (other.columns().contains(column) && writer.mayMakeIdsOf(other)) {
                throw new IdgenConfigurationException(
                        writer.path(),
                        writer.layout().name(),
                        "column " + column + " also contains ids of layout ["
                                + other.layout().name() + "], which "
                                + other.path()
                                + " makes, and the two layouts can make the same id; give both attributes the same"
                                + " layout, or write them to separate tables");
            }
        }
    }
}
