package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** Points that a customer gets for an order. All rows of a customer are in the same shard, and their ids contain the shard. */
@Entity
class Bonus {

    /** The layout of the ids, declared in {@code application.properties}. */
    static final String LAYOUT = "by-customer";

    @Id
    @SnowflakeId(layout = LAYOUT, shardBy = "customer")
    private Long id;

    @Column(nullable = false, updatable = false, length = 80)
    private String customer;

    @OneToOne(optional = false, fetch = FetchType.LAZY)
    private PurchaseOrder order;

    @Column(nullable = false)
    private int points;

    protected Bonus() {}

    Bonus(PurchaseOrder order) {
        this.order = order;
        this.customer = order.customer();
        this.points = order.lines().stream().mapToInt(OrderLine::quantity).sum();
    }

    Long id() {
        return id;
    }

    String customer() {
        return customer;
    }

    PurchaseOrder order() {
        return order;
    }

    int points() {
        return points;
    }
}
