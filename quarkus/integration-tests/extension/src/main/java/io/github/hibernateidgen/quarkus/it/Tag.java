package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with a typed id, and with Snowflake ids in attributes of type {@code Long}. */
@Entity
public class Tag {

    @Id
    @SnowflakeId(prefix = "tag_")
    public TagId id;

    @SnowflakeId(prefix = "inv_")
    public Long invoice;

    @SnowflakeId(prefix = "note_", sealed = true, assignable = true)
    public Long note;
}
