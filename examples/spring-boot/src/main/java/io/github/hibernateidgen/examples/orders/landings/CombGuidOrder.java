package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An order with a COMB GUID: time, counter and random bits, in the order of the column. */
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
