package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import java.util.List;

/**
 * A page of orders, the newest first.
 *
 * @param orders the orders
 * @param nextAfter the {@code after} of the next page, or null when this page is the last
 */
record OrderPage(List<OrderView> orders, @SnowflakeId Long nextAfter) {

    /** The page of those found; more than its limit tell that another page follows. */
    static OrderPage of(List<OrderView> found, int limit) {
        if (found.size() <= limit) {
            return new OrderPage(found, null);
        }
        return new OrderPage(found.subList(0, limit), found.get(limit - 1).id());
    }
}
