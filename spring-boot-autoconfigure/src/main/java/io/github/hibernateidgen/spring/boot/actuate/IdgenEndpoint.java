package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.spring.boot.actuate.DecodedId.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code idgen}. It shows the choices for each attribute, the layouts with their ends, and the worker number
 * with its reservation. It also decodes ids. It makes no id and sends no SQL statement.
 *
 * <p>The answers implement {@link OperationResponseBody}, like the answers of Spring Boot's endpoints, so the application's
 * JSON settings do not change them.
 *
 * <p>The endpoint is a web endpoint only, because it answers a text that is not an id with a status and a message. Spring
 * Boot would drop the message of an exception.
 *
 * <p>Thread-safe.
 */
@WebEndpoint(id = "idgen")
class IdgenEndpoint {

    private final IdgenFactories factories;

    IdgenEndpoint(IdgenFactories factories) {
        this.factories = factories;
    }

    /**
     * Shows the generators.
     *
     * @return the description of each entity manager factory, by the name of its bean
     */
    @ReadOperation
    public Map<String, FactoryDescription> describe() {
        Map<String, FactoryDescription> all = new LinkedHashMap<>();
        factories.all().forEach((name, idgen) -> all.put(name, FactoryDescription.of(idgen)));
        return OperationResponseBody.of(all);
    }

    /**
     * Decodes an id for every attribute that could have it.
     *
     * @param id a Snowflake id or a GUID in any form that the command line reads too: digits, hexadecimal digits,
     *     Crockford's Base32, the readable form, a TypeID or a ULID. The prefix of an attribute may come before each of
     *     these. The sealed text of an attribute, with its prefix, is accepted as well.
     * @return a {@link DecodedId}; status 400 and a message if the text has none of these forms
     */
    @ReadOperation
    @RegisterReflectionForBinding(DecodedId.class)
    public WebEndpointResponse<Object> decode(@Selector String id) {
        DecodedId sealed = open(id);
        if (!sealed.readings().isEmpty()) {
            return new WebEndpointResponse<>(sealed);
        }
        PrefixedId written;
        try {
            written = PrefixedId.parse(id, prefixes());
        } catch (IllegalArgumentException e) {
            return new WebEndpointResponse<>(
                    OperationResponseBody.of(Map.of("message", String.valueOf(e.getMessage()))),
                    WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return new WebEndpointResponse<>(read(written));
    }

    /** Reads a text with each attribute that has sealed text. The result has no readings if no attribute can open the text. */
    private DecodedId open(String text) {
        Map<String, String> forms = new LinkedHashMap<>();
        List<Reading> readings = new ArrayList<>();
        factories.all().forEach((name, idgen) -> {
            for (GeneratedAttribute attribute : idgen.attributes()) {
                PrefixedId.open(attribute.text(), text).ifPresent(opened -> {
                    forms.putAll(opened.forms());
                    Map<String, Object> content = opened.content(attribute).orElse(Map.of());
                    readings.add(new Reading(name, List.of(attribute.path()), content));
                });
            }
        });
        return new DecodedId(forms, readings);
    }

    private Set<String> prefixes() {
        return factories.all().values().stream()
                .flatMap(idgen -> idgen.attributes().stream())
                .map(GeneratedAttribute::prefix)
                .filter(prefix -> !prefix.isEmpty())
                .collect(toCollection(TreeSet::new));
    }

    private DecodedId read(PrefixedId id) {
        List<Reading> readings = new ArrayList<>();
        factories
                .all()
                .forEach((name, idgen) -> idgen.attributes().stream()
                        .filter(attribute -> id.content(attribute).isPresent())
                        .collect(groupingBy(
                                attribute -> id.content(attribute).orElseThrow(),
                                LinkedHashMap::new,
                                mapping(GeneratedAttribute::path, toList())))
                        .forEach((content, attributes) -> readings.add(new Reading(name, attributes, content))));
        return new DecodedId(id.forms(), readings);
    }
}
