package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An entity with a sealed id of the default layout, and a GUID. */
@Entity
public class Note {

    @Id
    @SnowflakeId
    @PublicId(prefix = "note_", sealed = true)
    Long id;

    @CombGuid
    UUID reference;
}
