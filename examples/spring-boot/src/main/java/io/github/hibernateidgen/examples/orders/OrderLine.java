package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.UUID;

/** A line of an order. */
@Entity
class OrderLine {

    @Id
    @CombGuid
    private UUID id;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private PurchaseOrder order;

    @Column(nullable = false, length = 80)
    private String product;

    @Column(nullable = false)
    private int quantity;

    protected OrderLine() {}

    OrderLine(PurchaseOrder order, String product, int quantity) {
        this.order = order;
        this.product = product;
        this.quantity = quantity;
    }

    UUID id() {
        return id;
    }

    PurchaseOrder order() {
        return order;
    }

    String product() {
        return product;
    }

    int quantity() {
        return quantity;
    }
}
