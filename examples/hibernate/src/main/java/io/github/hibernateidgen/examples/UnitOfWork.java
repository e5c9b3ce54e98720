package io.github.hibernateidgen.examples;

import io.github.hibernateidgen.examples.Traffic.Sent;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * The result of saving orders with their lines in a transaction.
 *
 * @param kind the kind of id
 * @param orderIds the ids that the orders had before the flush
 * @param lineIds the ids that their lines had before the flush
 * @param byPersist the statements that the {@code persist()} calls sent
 * @param byFlush the statements that the flush sent
 */
record UnitOfWork(IdKind<?, ?> kind, List<Object> orderIds, List<Object> lineIds, Sent byPersist, Sent byFlush) {

    static <O extends Order, L extends OrderLine<O>> UnitOfWork save(
            SessionFactory factory, IdKind<O, L> kind, List<String> customers, List<String> products) {
        Traffic traffic = new Traffic();
        try (Session session = traffic.open(factory)) {
            session.beginTransaction();

            List<Object> orderIds = new ArrayList<>();
            List<Object> lineIds = new ArrayList<>();
            for (String customer : customers) {
                O order = kind.newOrder().get();
                order.customer = customer;
                session.persist(order);
                orderIds.add(order.id());

                for (String product : products) {
                    L line = kind.newLine().get();
                    line.order = order;
                    line.product = product;
                    session.persist(line);
                    lineIds.add(line.id());
                }
            }
            Sent byPersist = traffic.take();

            session.flush();
            Sent byFlush = traffic.take();

            session.getTransaction().commit();
            return new UnitOfWork(kind, orderIds, lineIds, byPersist, byFlush);
        }
    }

    int linesPerOrder() {
        return lineIds.size() / orderIds.size();
    }

    int rows() {
        return orderIds.size() + lineIds.size();
    }

    int roundTrips() {
        return byPersist.roundTrips() + byFlush.roundTrips();
    }
}
