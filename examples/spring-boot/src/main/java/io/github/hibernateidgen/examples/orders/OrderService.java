package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.examples.orders.Receipt.Moment;
import io.github.hibernateidgen.spring.data.TimeSpecification;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders and reads them, the newest first. */
@Service
class OrderService {

    private final OrderRepository orders;
    private final EntityManager entityManager;
    private final TimeRanges<PurchaseOrder> times;

    OrderService(OrderRepository orders, EntityManager entityManager, EntityManagerFactory factory) {
        this.orders = orders;
        this.entityManager = entityManager;
        this.times = Idgen.of(factory.unwrap(SessionFactory.class)).timeRanges(PurchaseOrder.class, "id");
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

    /** A page, the newest orders first. It goes on by the key, so what is placed meanwhile moves nothing. */
    @Transactional(readOnly = true)
    OrderPage page(OrderQuery query) {
        ScrollPosition position =
                query.after() == null ? ScrollPosition.keyset() : ScrollPosition.forward(Map.of("id", query.after()));
        Window<PurchaseOrder> found = orders.findBy(
                TimeSpecification.of(times, query.from(), query.to()),
                fluent -> fluent.sortBy(Sort.by("id").descending())
                        .limit(query.limit())
                        .scroll(position));
        return OrderPage.of(found.map(OrderView::of));
    }

    private static List<UUID> lineIds(PurchaseOrder order) {
        return order.lines().stream().map(OrderLine::id).toList();
    }
}
