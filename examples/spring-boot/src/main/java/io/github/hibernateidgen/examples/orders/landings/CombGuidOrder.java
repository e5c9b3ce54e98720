package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** Time, counter and random bits, as the column compares them. */
@Entity
class CombGuidOrder extends TrialOrder {

    @Id
    @CombGuid
    private UUID id;

    protected CombGuidOrder() {}

    CombGuidOrder(String customer) {
        super(customer);
    }

    @Override
    UUID id() {
        return id;
    }
}
