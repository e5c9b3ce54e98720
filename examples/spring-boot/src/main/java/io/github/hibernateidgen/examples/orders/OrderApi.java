package io.github.hibernateidgen.examples.orders;

import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Orders as JSON. Errors are problem details, RFC 9457: see {@link ApiErrors}. */
@RestController
@RequestMapping("/api/orders")
class OrderApi {

    private final OrderService orders;

    OrderApi(OrderService orders) {
        this.orders = orders;
    }

    @PostMapping
    ResponseEntity<OrderView> place(@Valid @RequestBody NewOrder newOrder) {
        OrderView placed = order(orders.place(newOrder).orderId());
        return ResponseEntity.created(URI.create("/api/orders/" + placed.id())).body(placed);
    }

    @GetMapping("/{id}")
    OrderView one(@PathVariable String id) {
        return order(OrderQuery.id("id", id));
    }

    @GetMapping
    OrderPage page(
            @RequestParam(required = false) String after,
            @RequestParam(required = false) String from,
            @RequestParam(required = false) String to,
            @RequestParam(required = false) String limit) {
        return orders.page(OrderQuery.of(after, from, to, limit));
    }

    private OrderView order(long id) {
        return orders.find(id)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "there is no order [" + id + "]; GET /api/orders lists them"));
    }
}
