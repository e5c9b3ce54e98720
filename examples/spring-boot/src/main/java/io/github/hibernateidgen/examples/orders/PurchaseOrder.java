package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** An order. Its id contains the time at which it was made, so it needs no column for that time. */
@Entity
class PurchaseOrder {

    /** The layout of the ids: the property {@code idgen.snowflake.layout} has its default. */
    static final SnowflakeLayout LAYOUT = SnowflakeLayout.STANDARD;

    @Id
    @SnowflakeId
    private Long id;

    @Column(nullable = false, length = 80)
    private String customer;

    /** Sorted by id, which is the sequence in which the lines were added. */
    @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
    @OrderBy("id")
    private List<OrderLine> lines = new ArrayList<>();

    protected PurchaseOrder() {}

    PurchaseOrder(String customer) {
        this.customer = customer;
    }

    void add(String product, int quantity) {
        lines.add(new OrderLine(this, product, quantity));
    }

    Long id() {
        return id;
    }

    Instant madeAt() {
        return LAYOUT.instant(id);
    }

    String customer() {
        return customer;
    }

    List<OrderLine> lines() {
        return lines;
    }
}
