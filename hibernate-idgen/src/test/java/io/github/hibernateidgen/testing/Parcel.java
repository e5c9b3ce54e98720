package io.github.hibernateidgen.testing;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity for tests that need a number of a sequence, and no attribute beside it. */
@Entity
public class Parcel {

    @Id
    @SegmentId
    public Long id;
}
