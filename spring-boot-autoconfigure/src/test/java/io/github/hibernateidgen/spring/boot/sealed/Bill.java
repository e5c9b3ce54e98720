package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** With dense numbers. */
@Entity
public class Bill {

    @Id
    @SegmentId(prefix = "bil_", sealed = true)
    private Long id;

    public Long getId() {
        return id;
    }
}
