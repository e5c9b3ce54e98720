package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An order with a number from a sequence, taken in segments. */
@Entity
class SegmentOrder extends TrialOrder {

    @Id
    @SegmentId
    private Long id;

    protected SegmentOrder() {}

    SegmentOrder(String customer) {
        super(customer);
    }

    @Override
    Long id() {
        return id;
    }
}
