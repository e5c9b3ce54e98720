package io.github.hibernateidgen.spring.boot.crates;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with numbers of a table. */
@Entity
public class Crate {

    @Id
    @SegmentId(table = true, size = 10)
    private Long id;

    /** The number. */
    public Long getId() {
        return id;
    }
}
