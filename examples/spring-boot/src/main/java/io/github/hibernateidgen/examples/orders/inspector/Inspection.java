package io.github.hibernateidgen.examples.orders.inspector;

import java.time.Instant;
import java.util.List;

/**
 * The contents of an id.
 *
 * @param id the id in this forms usual text form
 * @param kind the kind of id that was read
 * @param madeAt the instant in the id, or null
 * @param note a remark on this reading, or null
 * @param forms the same id in other text forms
 * @param parts its fields, highest bits first
 * @param rulers its bits, drawn to scale
 */
public record Inspection(
        String id, String kind, Instant madeAt, String note, List<Form> forms, List<Part> parts, List<Ruler> rulers) {

    /**
     * A way to write the id.
     *
     * @param name the name of the form
     * @param text the id in it
     */
    public record Form(String name, String text) {}

    /**
     * A field of the id.
     *
     * @param role the purpose of the field
     * @param name its name
     * @param bits its width in bits
     * @param value the value of the field
     */
    public record Part(Role role, String name, int bits, String value) {}
}
