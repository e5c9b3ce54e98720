package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An order as clients see it.
 *
 * @param id the id, in JSON as text, because {@code idgen.jackson.snowflake-as-string} is set: a JavaScript number is
 *     exact up to 2^53 - 1 only
 * @param madeAt when the order was made, read from its id
 * @param customer who ordered
 * @param lines what was ordered
 */
record OrderView(@SnowflakeId long id, Instant madeAt, String customer, List<Line> lines) {

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
