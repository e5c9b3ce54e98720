package io.github.hibernateidgen.spring.boot.actuate;

import java.util.List;
import java.util.Map;
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
     * @param content the parts of an id: all fields of the layout for a Snowflake id, except for the layout's first tick;
     *     instant, format and order for a GUID; nothing for an id without parts, such as a number from a segment. A {@code
     *     problem} says why the id cannot come from the layout, or is unlikely to come from it
     */
    record Reading(String factory, List<String> attributes, Map<String, Object> content) {}
}
