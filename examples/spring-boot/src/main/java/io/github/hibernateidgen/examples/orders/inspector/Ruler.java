package io.github.hibernateidgen.examples.orders.inspector;

import java.util.List;

/**
 * An id drawn to scale: every bit takes the same width, from high to low.
 *
 * @param title what the ruler shows
 * @param cells fields of bits, or bytes
 */
public record Ruler(String title, List<Cell> cells) {

    /**
     * Neighbouring bits that belong together.
     *
     * @param label a field's name, or a byte's place in the text; may be empty
     * @param value what the bits say; may be empty
     * @param bits the bits, from high to low
     */
    public record Cell(String label, String value, List<Bit> bits) {}
}
