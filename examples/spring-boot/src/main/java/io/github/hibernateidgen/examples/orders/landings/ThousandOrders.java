package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.examples.orders.RoundTrips;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places a thousand orders of each kind of id. The orders of the previous run are replaced. */
@Service
class ThousandOrders {

    static final int ORDERS = 1000;

    private static final int CUSTOMERS = 40;

    private final EntityManager entityManager;

    ThousandOrders(EntityManager entityManager) {
        this.entityManager = entityManager;
    }

    @Transactional
    List<Landing> place() {
        return Stream.of(IdKind.values()).map(this::place).toList();
    }

    private Landing place(IdKind kind) {
        entityManager.createQuery("delete from " + kind.entity()).executeUpdate();

        RoundTrips roundTrips = RoundTrips.of(entityManager.unwrap(Session.class));
        List<TrialOrder> placed = IntStream.range(0, ORDERS)
                .mapToObj(i -> kind.order("customer " + i % CUSTOMERS))
                .toList();
        placed.forEach(entityManager::persist);
        entityManager.flush();
        int calls = roundTrips.count();
        entityManager.clear();

        return new Landing(kind, IndexPlaces.of(ranks(kind, placed)), calls);
    }

    /** Returns the rank of each order in the index, in the database's own order. */
    private List<Integer> ranks(IdKind kind, List<TrialOrder> placed) {
        Map<Object, Integer> ranks = new HashMap<>();
        entityManager
                .createQuery("select o.id from " + kind.entity() + " o order by o.id", Object.class)
                .getResultList()
                .forEach(id -> ranks.put(id, ranks.size()));
        return placed.stream().map(order -> ranks.get(order.id())).toList();
    }
}
