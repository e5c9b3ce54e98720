package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An order with a Snowflake id: time, worker and sequence. */
@Entity
class SnowflakeOrder extends TrialOrder {

    @Id
    @SnowflakeId
    private Long id;

    protected SnowflakeOrder() {}

    SnowflakeOrder(String customer) {
        super(customer);
    }

    @Override
    Long id() {
        return id;
    }
}
