package io.github.hibernateidgen.spring.boot.actuate;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.spring.boot.actuate.DecodedId.Content;
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
 * The endpoint {@code idgen}: what was chosen for each attribute, the layouts with their ends, the worker number and its
 * reservation; and what an id tells. It makes no id and sends no statement.
 *
 * <p>The answers are marked as Spring Boot's own are, which keeps the application's settings of JSON out of them.
 *
 * <p>Of the web only, where a text that is no id can be answered with a status and a sentence. Spring Boot leaves the
 * sentence out of what it answers for an exception.
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
     * @return those of each entity manager factory, by the name of its bean
     */
    @ReadOperation
    public Map<String, FactoryDescription> describe() {
        Map<String, FactoryDescription> all = new LinkedHashMap<>();
        factories.all().forEach((name, idgen) -> all.put(name, FactoryDescription.of(idgen)));
        return OperationResponseBody.of(all);
    }

    /**
     * Decodes an id as every attribute that could have it would.
     *
     * @param id a Snowflake id of 1 to 19 digits, 13 characters of Crockford's Base32 or readable, or a GUID of 36 or 32
     *     characters, each also behind the prefix of an attribute; or the sealed text of one, with its prefix
     * @return what it tells, a {@link DecodedId}; status 400 and a message if it is none of these
     */
    @ReadOperation
    @RegisterReflectionForBinding(DecodedId.class)
    public WebEndpointResponse<Object> decode(@Selector String id) {
        DecodedId sealed = open(id);
        if (!sealed.readings().isEmpty()) {
            return new WebEndpointResponse<>(sealed);
        }
        WrittenId written;
        try {
            written = WrittenId.parse(id, prefixes());
        } catch (IllegalArgumentException e) {
            return new WebEndpointResponse<>(
                    OperationResponseBody.of(Map.of("message", String.valueOf(e.getMessage()))),
                    WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return new WebEndpointResponse<>(read(written));
    }

    /** As the attributes whose text is sealed read it: without a reading where none does. */
    private DecodedId open(String text) {
        Map<String, String> forms = new LinkedHashMap<>();
        List<Reading> readings = new ArrayList<>();
        factories.all().forEach((name, idgen) -> {
            for (GeneratedAttribute attribute : idgen.attributes()) {
                WrittenId.open(attribute.text(), text).ifPresent(opened -> {
                    forms.putAll(opened.forms());
                    Content content = opened.content(attribute).orElse(Content.NOTHING);
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

    private DecodedId read(WrittenId id) {
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
