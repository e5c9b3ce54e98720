package io.github.hibernateidgen.testing;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An entity for tests that need a GUID, and no attribute beside it. */
@Entity
public class Receipt {

    @Id
    @CombGuid
    public UUID id;
}
