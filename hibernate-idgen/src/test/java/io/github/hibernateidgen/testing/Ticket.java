package io.github.hibernateidgen.testing;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity for tests that need a Snowflake id, and no attribute beside it. */
@Entity
public class Ticket {

    @Id
    @SnowflakeId
    public Long id;
}
