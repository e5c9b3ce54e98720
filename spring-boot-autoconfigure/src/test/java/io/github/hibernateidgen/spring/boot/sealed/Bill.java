package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.text.IdForm;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** With dense numbers. */
@Entity
public class Bill {

    @Id
    @SegmentId
    @PublicId(prefix = "bil_", sealed = true, form = IdForm.DIGITS)
    private Long id;

    public Long getId() {
        return id;
    }
}
