package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** The parcel of an order. Its id is a short number that is easy to read out on the telephone. Outsiders get the sealed id. */
@Entity
class Parcel {

    /** The default size of a segment in the annotation. */
    static final int SEGMENT = 50;

    @Id
    @SegmentId
    @PublicId(prefix = "par_", sealed = true, form = IdForm.DIGITS)
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
