package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An order in an answer to a client.
 *
 * @param id the id. JSON has it as text, because {@code idgen.jackson.snowflake-as-string} is set: a JavaScript number is
 *     exact only up to 2^53 - 1
 * @param madeAt when the order was made, read from its id
 * @param customer the customer
 * @param lines the lines
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
     * A line of the order.
     *
     * @param id the id
     * @param product the product
     * @param quantity how many
     */
    record Line(UUID id, String product, int quantity) {}
}
