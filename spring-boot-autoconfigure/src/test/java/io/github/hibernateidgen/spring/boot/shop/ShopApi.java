package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.Idgen;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ShopApi {

    private final EntityManager entities;
    private final Idgen idgen;

    ShopApi(EntityManager entities, EntityManagerFactory factory) {
        this.entities = entities;
        this.idgen = Idgen.of(factory.unwrap(SessionFactory.class));
    }

    public record NewOrder(CustomerId customer, SkuId sku) {}

    @PostMapping("/customers")
    @Transactional
    public Customer newCustomer() {
        Customer customer = new Customer();
        entities.persist(customer);
        return customer;
    }

    @PostMapping("/skus")
    @Transactional
    public Sku newSku() {
        Sku sku = new Sku();
        entities.persist(sku);
        return sku;
    }

    @PostMapping("/invoices")
    @Transactional
    public Invoice newInvoice() {
        Invoice invoice = new Invoice();
        entities.persist(invoice);
        return invoice;
    }

    @GetMapping("/invoices/{text}")
    public Invoice invoice(@PathVariable("text") String text) {
        return entities.find(Invoice.class, idgen.parse(Invoice.class, Long.class, text));
    }

    @PostMapping("/orders")
    @Transactional
    public ShopOrder newOrder(@RequestBody NewOrder given) {
        ShopOrder order = new ShopOrder();
        order.setCustomer(given.customer());
        order.setSku(given.sku());
        entities.persist(order);
        return order;
    }

    @GetMapping("/orders/{id}")
    public ShopOrder order(@PathVariable("id") OrderId id) {
        return entities.find(ShopOrder.class, id);
    }

    @GetMapping("/orders")
    public List<ShopOrder> orders(
            @RequestParam("customer") CustomerId customer, @RequestParam(name = "sku", required = false) SkuId sku) {
        return entities.createQuery(
                        "from ShopOrder o where o.customer = :customer and (:sku is null or o.sku = :sku)",
                        ShopOrder.class)
                .setParameter("customer", customer)
                .setParameter("sku", sku)
                .getResultList();
    }

    @PostMapping("/counts")
    public Map<OrderId, Integer> counts(@RequestBody Map<OrderId, Integer> counts) {
        return counts;
    }
}
