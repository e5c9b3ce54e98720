package io.github.hibernateidgen.examples.orders.landings;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** An order that is placed to observe the place of its row in the index. Each kind of id has a separate table. */
@MappedSuperclass
abstract class TrialOrder {

    @Column(nullable = false, updatable = false, length = 80)
    private String customer;

    protected TrialOrder() {}

    TrialOrder(String customer) {
        this.customer = customer;
    }

    abstract Object id();

    String customer() {
        return customer;
    }
}
