package io.github.hibernateidgen.examples.orders.inspector;

import java.util.List;

/**
 * An id drawn to scale: each bit has the same width, highest bit first.
 *
 * @param title the title above the ruler
 * @param cells fields of bits, or bytes
 */
public record Ruler(String title, List<Cell> cells) {

    /**
     * Neighbouring bits that belong together.
     *
     * @param label a field's name, or a byte's place in the text; may be empty
     * @param value the value of the bits; may be empty
     * @param bits the bits, highest first
     */
    public record Cell(String label, String value, List<Bit> bits) {}
}
