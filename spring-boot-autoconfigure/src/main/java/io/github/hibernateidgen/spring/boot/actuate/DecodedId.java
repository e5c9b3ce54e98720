package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What an id tells. Immutable.
 *
 * @param forms the id as it can be written, by the name of the form; text also where it is a number, so that no reader
 *     rounds it
 * @param readings what it means, for each layout, or format and order, that it could have been made with
 */
record DecodedId(Map<String, String> forms, List<Reading> readings) implements OperationResponseBody {

    /**
     * One meaning.
     *
     * @param factory the bean of the entity manager factory
     * @param attributes those whose ids are made in this way
     * @param content the meaning
     */
    record Reading(String factory, List<String> attributes, Content content) {}

    /**
     * What stands in an id: of a Snowflake id all that its layout has, of a GUID its instant, format and order.
     *
     * @param instant when it was made, in ISO-8601: the start of its tick; none where it can't have been made
     * @param layout the layout's name
     * @param worker the worker number
     * @param lane the lane
     * @param sequence the number inside the tick
     * @param entityFields the fields that entities fill
     * @param shard the shard
     * @param bucket the bucket that it was scattered to
     * @param format the format
     * @param order the order
     * @param problem why it can't be an id of the layout, or hardly is one
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

        /** Of a number of a segment, say. */
        static final Content NOTHING = new Content(null, null, null, null, null, null, null, null, null, null, null);

        static Content impossible(String layout, String problem) {
            return new Content(null, layout, null, null, null, null, null, null, null, null, problem);
        }
    }
}
