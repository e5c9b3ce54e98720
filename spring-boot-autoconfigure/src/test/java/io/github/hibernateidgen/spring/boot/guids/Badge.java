package io.github.hibernateidgen.spring.boot.guids;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** Has a GUID, which needs no worker number. */
@Entity
public class Badge {

    @Id
    @CombGuid
    private UUID id;

    public UUID getId() {
        return id;
    }
}
