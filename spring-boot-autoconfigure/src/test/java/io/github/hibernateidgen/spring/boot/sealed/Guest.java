package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** Without a typed id. */
@Entity
public class Guest {

    @Id
    @CombGuid
    @PublicId(prefix = "gue_", sealed = true)
    private UUID id;

    public UUID getId() {
        return id;
    }
}
