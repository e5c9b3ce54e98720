package io.github.hibernateidgen.examples.orders.landings;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An order with a Snowflake id that begins with the customer's shard, before time, worker and sequence. */
@Entity
class ShardedOrder extends TrialOrder {

    @Id
    @SnowflakeId(layout = "by-customer", shardBy = "customer")
    private Long id;

    protected ShardedOrder() {}

    ShardedOrder(String customer) {
        super(customer);
    }

    @Override
    Long id() {
        return id;
    }
}
