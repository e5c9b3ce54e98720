package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.examples.orders.Receipt.Moment;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders and reads them, the newest first. */
@Service
class OrderService {

    private final OrderRepository orders;
    private final EntityManager entityManager;

    OrderService(OrderRepository orders, EntityManager entityManager) {
        this.orders = orders;
        this.entityManager = entityManager;
    }

    /** Saves an order, and notes its ids and what was sent before the flush and after it. */
    @Transactional
    Receipt place(NewOrder newOrder) {
        RoundTrips roundTrips = RoundTrips.of(entityManager.unwrap(Session.class));

        PurchaseOrder order = new PurchaseOrder(newOrder.customer());
        newOrder.lines().forEach(line -> order.add(line.product(), line.quantity()));
        orders.save(order);
        Moment beforeFlush = new Moment(order.id(), lineIds(order), roundTrips.count());

        orders.flush();
        int byFlush = roundTrips.count();
        // From the table, not from the objects that were saved.
        entityManager.clear();
        PurchaseOrder stored = orders.findById(order.id()).orElseThrow();
        return new Receipt(order.id(), beforeFlush, new Moment(stored.id(), lineIds(stored), byFlush));
    }

    @Transactional(readOnly = true)
    Optional<OrderView> find(long id) {
        return orders.findById(id).map(OrderView::of);
    }

    /** A page, the newest orders first. */
    @Transactional(readOnly = true)
    OrderPage page(OrderQuery query) {
        // One more than asked for tells whether there is another page.
        List<OrderView> found =
                orders
                        .findByIdBetweenOrderByIdDesc(query.firstId(), query.lastId(), Limit.of(query.limit() + 1))
                        .stream()
                        .map(OrderView::of)
                        .toList();
        return OrderPage.of(found, query.limit());
    }

    private static List<UUID> lineIds(PurchaseOrder order) {
        return order.lines().stream().map(OrderLine::id).toList();
    }
}
