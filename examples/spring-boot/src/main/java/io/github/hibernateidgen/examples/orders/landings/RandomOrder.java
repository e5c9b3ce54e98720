package io.github.hibernateidgen.examples.orders.landings;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.UUID;

/** An order with a random UUID, by Jakarta Persistence's own strategy. */
@Entity
class RandomOrder extends TrialOrder {

    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    private UUID id;

    protected RandomOrder() {}

    RandomOrder(String customer) {
        super(customer);
    }

    @Override
    UUID id() {
        return id;
    }
}
