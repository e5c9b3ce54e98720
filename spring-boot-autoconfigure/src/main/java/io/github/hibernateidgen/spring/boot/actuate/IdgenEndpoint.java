package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.spring.boot.actuate.DecodedId.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The endpoint {@code idgen}: what was chosen for each attribute, the layouts with their ends, the worker number and its
 * reservation; and what an id tells. It makes no id and sends no statement.
 *
 * <p>Thread-safe.
 *
 * @param factories where the generators are
 */
@Endpoint(id = "idgen")
record IdgenEndpoint(IdgenFactories factories) {

    /**
     * Shows the generators.
     *
     * @return those of each entity manager factory, by the name of its bean
     */
    @ReadOperation
    public Map<String, FactoryDescription> describe() {
        Map<String, FactoryDescription> all = new LinkedHashMap<>();
        factories.all().forEach(factory -> all.put(factory.name(), FactoryDescription.of(factory.idgen())));
        return all;
    }

    /**
     * Decodes an id as every attribute that could have it would.
     *
     * @param id a Snowflake id of 1 to 19 digits or 13 characters of Crockford's Base32, or a GUID of 36 or 32 characters
     * @return what it tells
     * @throws InvalidEndpointRequestException if it is none of these
     */
    @ReadOperation
    public DecodedId decode(@Selector String id) {
        WrittenId written;
        try {
            written = WrittenId.parse(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException("id can't be read: " + e.getMessage(), e.getMessage());
        }
        List<Reading> readings = new ArrayList<>();
        for (IdgenFactory factory : factories.all()) {
            factory.idgen().attributes().stream()
                    .filter(attribute -> written.content(attribute).isPresent())
                    .collect(groupingBy(
                            attribute -> written.content(attribute).orElseThrow(),
                            LinkedHashMap::new,
                            mapping(GeneratedAttribute::path, toList())))
                    .forEach((content, attributes) -> readings.add(new Reading(factory.name(), attributes, content)));
        }
        return new DecodedId(written.forms(), readings);
    }
}
