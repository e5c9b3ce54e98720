package io.github.hibernateidgen.examples.orders;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * An order as clients see it.
 *
 * @param id the id, in JSON as text: a JavaScript number is exact up to 2^53 - 1 only
 * @param madeAt when the order was made, read from its id
 * @param customer who ordered
 * @param lines what was ordered
 */
record OrderView(
        @JsonSerialize(using = ToStringSerializer.class) long id, Instant madeAt, String customer, List<Line> lines) {

    static OrderView of(PurchaseOrder order) {
        return new OrderView(
                order.id(),
                order.madeAt(),
                order.customer(),
                order.lines().stream()
                        .map(line -> new Line(line.id(), line.product(), line.quantity()))
                        .toList());
    }

    /**
     * A line of it.
     *
     * @param id the id
     * @param product the product
     * @param quantity how many
     */
    record Line(UUID id, String product, int quantity) {}
}
