package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with a typed id, and with Snowflake ids in attributes of type {@code Long}. */
@Entity
public class Tag {

    @Id
    @SnowflakeId
    public TagId id;

    @SnowflakeId
    @PublicId(prefix = "inv_")
    public Long invoice;

    @SnowflakeId(assignable = true)
    @PublicId(prefix = "note_", sealed = true)
    public Long note;
}
