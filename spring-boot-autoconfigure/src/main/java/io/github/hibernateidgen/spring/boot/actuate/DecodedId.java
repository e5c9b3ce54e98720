package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The forms and the possible meanings of an id. Immutable.
 *
 * @param forms the id in each of its forms, by the name of the form. Numbers are text, so that no reader rounds them.
 * @param readings the possible meanings of the id: one for each layout, or each format and order, that the id fits; for
 *     sealed text, one for each attribute that opens the text
 */
record DecodedId(Map<String, String> forms, List<Reading> readings) implements OperationResponseBody {

    /**
     * A possible meaning.
     *
     * @param factory the bean name of the entity manager factory
     * @param attributes the attributes that make their ids in this way
     * @param content the meaning
     */
    record Reading(String factory, List<String> attributes, Content content) {}

    /**
     * The parts of an id: all fields of the layout for a Snowflake id; instant, format and order for a GUID.
     *
     * @param instant when the id was made, in ISO-8601: the start of its tick; null if the id has no time or
     *     the layout cannot have made the id
     * @param layout the layout's name
     * @param worker the worker number
     * @param lane the lane
     * @param sequence the sequence number within the tick
     * @param entityFields the fields with values from the entity
     * @param shard the shard
     * @param bucket the bucket that the id was scattered to
     * @param format the format
     * @param order the order
     * @param problem why the id cannot come from the layout, or is unlikely to come from it; null if there is no doubt
     */
    record Content(
            @Nullable String instant,
            @Nullable String layout,
            @Nullable Long worker,
            @Nullable Long lane,
            @Nullable Long sequence,
            @Nullable Map<String, Long> entityFields,
            @Nullable Long shard,
            @Nullable Long bucket,
            @Nullable GuidFormat format,
            @Nullable GuidOrder order,
            @Nullable String problem) {

        /** The content of an id without parts, for example a number from a segment. */
        static final Content NOTHING = new Content(null, null, null, null, null, null, null, null, null, null, null);

        static Content impossible(String layout, String problem) {
            return new Content(null, layout, null, null, null, null, null, null, null, null, problem);
        }
    }
}
