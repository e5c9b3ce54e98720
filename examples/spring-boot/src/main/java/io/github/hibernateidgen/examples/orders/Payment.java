package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** The payment of an order. It has a typed id with the prefix {@code pay_} in its text. */
@Entity
class Payment {

    @Id
    @SnowflakeId
    private PaymentId id;

    @OneToOne(optional = false, fetch = FetchType.LAZY)
    private PurchaseOrder order;

    protected Payment() {}

    Payment(PurchaseOrder order) {
        this.order = order;
    }

    PaymentId id() {
        return id;
    }

    PurchaseOrder order() {
        return order;
    }
}
