package shop;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {

    record NewOrder(String customer, String product) {}

    private final PurchaseOrders orders;

    OrderController(PurchaseOrders orders) {
        this.orders = orders;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    PurchaseOrder place(@RequestBody NewOrder order) {
        return orders.save(new PurchaseOrder(order.customer(), order.product()));
    }

    @GetMapping("/{id}")
    ResponseEntity<PurchaseOrder> find(@PathVariable Long id) {
        return ResponseEntity.of(orders.findById(id));
    }

    @GetMapping
    List<PurchaseOrder> latest() {
        return orders.findTop20ByOrderByIdDesc();
    }
}
