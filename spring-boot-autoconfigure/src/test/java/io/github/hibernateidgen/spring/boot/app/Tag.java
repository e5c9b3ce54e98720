package io.github.hibernateidgen.spring.boot.app;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** Has a GUID in the order of its column. */
@Entity
public class Tag {

    @Id
    @CombGuid
    private UUID id;

    public UUID getId() {
        return id;
    }
}
