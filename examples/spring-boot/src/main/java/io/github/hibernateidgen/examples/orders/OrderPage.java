package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import java.util.List;
import org.springframework.data.domain.Window;

/**
 * A page of orders, newest first.
 *
 * @param orders the orders
 * @param nextAfter the {@code after} of the next page; null if this page is the last
 */
record OrderPage(List<OrderView> orders, @SnowflakeId Long nextAfter) {

    /** Returns the page of the orders that were found. The window knows whether another page follows. */
    static OrderPage of(Window<OrderView> found) {
        List<OrderView> orders = found.getContent();
        return new OrderPage(
                orders, found.hasNext() ? orders.get(orders.size() - 1).id() : null);
    }
}
