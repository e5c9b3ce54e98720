package io.github.hibernateidgen.spring.boot.parcels;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with numbers of segments. */
@Entity
public class Parcel {

    @Id
    @SegmentId(sequence = "parcel_numbers", size = 10, optimizer = SegmentId.Optimizer.POOLED_LO)
    private Long id;

    /** The number. */
    public Long getId() {
        return id;
    }
}
