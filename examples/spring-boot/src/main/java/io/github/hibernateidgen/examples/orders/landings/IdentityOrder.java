package io.github.hibernateidgen.examples.orders.landings;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** An order with an id that the database assigns when it inserts the row. */
@Entity
class IdentityOrder extends TrialOrder {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    protected IdentityOrder() {}

    IdentityOrder(String customer) {
        super(customer);
    }

    @Override
    Long id() {
        return id;
    }
}
