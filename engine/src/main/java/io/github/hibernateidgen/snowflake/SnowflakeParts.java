package io.github.hibernateidgen.snowflake;

import java.time.Instant;
import java.util.Map;

/**
 * The values in a Snowflake id's fields. {@link SnowflakeLayout#split} returns them, and {@link
 * SnowflakeLayout#compose} takes them.
 *
 * <p>Immutable and thread-safe.
 *
 * @param instant the start of the id's tick; {@code compose} takes any instant inside the tick
 * @param worker the worker number, composed of all worker fields, 0 or more
 * @param sequence the number inside the tick, 0 or more
 * @param entityFields the fields that entities fill, by name; a field left out is 0
 * @param shard the shard number; 0 without a shard field
 * @param lane the lane of the worker; 0 without a lane field
 */
public record SnowflakeParts(
        Instant instant, long worker, long sequence, Map<String, Long> entityFields, long shard, long lane) {

    /** Copies the map. */
    public SnowflakeParts {
        entityFields = Map.copyOf(entityFields);
    }

    /**
     * Makes the parts of an id with lane 0, or of a layout without a lane field.
     *
     * @param instant an instant inside the id's tick
     * @param worker the worker number
     * @param sequence the number inside the tick
     * @param entityFields the fields that entities fill, by name
     * @param shard the shard number
     */
    public SnowflakeParts(Instant instant, long worker, long sequence, Map<String, Long> entityFields, long shard) {
        this(instant, worker, sequence, entityFields, shard, 0);
    }

    /**
     * Makes the parts of an id of a layout without a shard field.
     *
     * @param instant an instant inside the id's tick
     * @param worker the worker number
     * @param sequence the number inside the tick
     * @param entityFields the fields that entities fill, by name
     */
    public SnowflakeParts(Instant instant, long worker, long sequence, Map<String, Long> entityFields) {
        this(instant, worker, sequence, entityFields, 0);
    }

    /**
     * Makes the parts of an id of a layout without entity fields.
     *
     * @param instant an instant inside the id's tick
     * @param worker the worker number
     * @param sequence the number inside the tick
     */
    public SnowflakeParts(Instant instant, long worker, long sequence) {
        this(instant, worker, sequence, Map.of());
    }
}
