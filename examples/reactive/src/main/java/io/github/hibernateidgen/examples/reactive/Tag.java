package io.github.hibernateidgen.examples.reactive;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** A tag with a COMB GUID, which needs no worker number. */
@Entity
public class Tag {

    @Id
    @CombGuid
    private UUID id;

    public UUID getId() {
        return id;
    }
}
