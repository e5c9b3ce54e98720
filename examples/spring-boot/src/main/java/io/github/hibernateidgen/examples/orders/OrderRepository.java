package io.github.hibernateidgen.examples.orders;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

/** All queries go by the primary key. */
interface OrderRepository extends JpaRepository<PurchaseOrder, Long> {

    /** The newest orders of a range of ids, both ends inclusive. */
    List<PurchaseOrder> findByIdBetweenOrderByIdDesc(long first, long last, Limit limit);
}
