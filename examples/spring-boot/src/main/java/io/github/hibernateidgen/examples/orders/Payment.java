package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** What an order is paid with. Its id is of a class of its own, and begins with {@code pay_} where it is text. */
@Entity
class Payment {

    @Id
    @SnowflakeId(prefix = "pay_")
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
