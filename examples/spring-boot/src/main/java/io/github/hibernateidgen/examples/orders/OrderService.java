package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.TimeRanges;
import io.github.hibernateidgen.examples.orders.Receipt.Moment;
import io.github.hibernateidgen.spring.data.TimeSpecification;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Tuple;
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

/** Places orders and reads them, newest first. */
@Service
class OrderService {

    private final OrderRepository orders;
    private final EntityManager entityManager;
    private final Idgen idgen;
    private final TimeRanges<PurchaseOrder> times;

    OrderService(OrderRepository orders, EntityManager entityManager, EntityManagerFactory factory) {
        this.orders = orders;
        this.entityManager = entityManager;
        this.idgen = Idgen.of(factory.unwrap(SessionFactory.class));
        this.times = idgen.timeRanges(PurchaseOrder.class, "id");
    }

    /** Saves an order with its payment, parcel and bonus. Returns the ids and the round trips before and after the flush. */
    @Transactional
    Receipt place(NewOrder newOrder) {
        RoundTrips roundTrips = RoundTrips.of(entityManager.unwrap(Session.class));

        PurchaseOrder order = new PurchaseOrder(newOrder.customer());
        newOrder.lines().forEach(line -> order.add(line.product(), line.quantity()));
        orders.save(order);
        Payment payment = new Payment(order);
        Parcel parcel = new Parcel(order);
        Bonus bonus = new Bonus(order);
        List.of(payment, parcel, bonus).forEach(entityManager::persist);
        Moment beforeFlush = new Moment(
                order.id(), lineIds(order), otherIds(payment.id(), parcel.id(), bonus.id()), roundTrips.count());

        orders.flush();
        int byFlush = roundTrips.count();
        // Reads from the table, not from the saved objects.
        entityManager.clear();
        PurchaseOrder stored = orders.findById(order.id()).orElseThrow();
        OtherIds storedWithIt = otherIds(stored.id()).orElseThrow();
        return new Receipt(order.id(), beforeFlush, new Moment(stored.id(), lineIds(stored), storedWithIt, byFlush));
    }

    @Transactional(readOnly = true)
    Optional<OrderView> find(long id) {
        return orders.findById(id).map(OrderView::of);
    }

    /** Returns the ids of an order's payment, parcel and bonus; empty for an old order without them. */
    @Transactional(readOnly = true)
    Optional<OtherIds> otherIds(long orderId) {
        return entityManager
                .createQuery("""
                        select payment.id, parcel.id, bonus.id from Payment payment
                        join Parcel parcel on parcel.order = payment.order
                        join Bonus bonus on bonus.order = payment.order
                        where payment.order.id = :order
                        """, Tuple.class)
                .setParameter("order", orderId)
                .getResultStream()
                .map(ids -> otherIds(ids.get(0, PaymentId.class), ids.get(1, Long.class), ids.get(2, Long.class)))
                .findFirst();
    }

    /** Returns a page, newest orders first. The page begins at a key, so orders that are placed meanwhile do not shift it. */
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

    private OtherIds otherIds(PaymentId payment, long parcel, long bonus) {
        return new OtherIds(
                idgen.text(payment), parcel, idgen.idText(Parcel.class).write(parcel), bonus);
    }

    private static List<UUID> lineIds(PurchaseOrder order) {
        return order.lines().stream().map(OrderLine::id).toList();
    }
}
