package io.github.hibernateidgen.examples.orders.inspector;

import java.time.Instant;
import java.util.List;

/**
 * What an id tells.
 *
 * @param id the id in its usual text form
 * @param kind what it was read as
 * @param madeAt the instant it carries, or null
 * @param note what to know about this reading, or null
 * @param forms the same id written in other ways
 * @param parts its fields, from high to low
 * @param rulers its bits, drawn to scale
 */
public record Inspection(
        String id, String kind, Instant madeAt, String note, List<Form> forms, List<Part> parts, List<Ruler> rulers) {

    /**
     * A way to write the id.
     *
     * @param name what the form is called
     * @param text the id in it
     */
    public record Form(String name, String text) {}

    /**
     * A field of the id.
     *
     * @param role what it is for
     * @param name its name
     * @param bits its width in bits
     * @param value what it holds
     */
    public record Part(Role role, String name, int bits, String value) {}
}
