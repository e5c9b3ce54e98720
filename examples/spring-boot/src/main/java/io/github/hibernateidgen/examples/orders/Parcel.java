package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** What an order is sent in. Its id is a short number, which one can say on the telephone; outsiders get it sealed. */
@Entity
class Parcel {

    /** How many numbers a segment has, unless the annotation says otherwise. */
    static final int SEGMENT = 50;

    @Id
    @SegmentId(prefix = "par_", sealed = true)
    private Long id;

    @OneToOne(optional = false, fetch = FetchType.LAZY)
    private PurchaseOrder order;

    protected Parcel() {}

    Parcel(PurchaseOrder order) {
        this.order = order;
    }

    Long id() {
        return id;
    }

    PurchaseOrder order() {
        return order;
    }
}
