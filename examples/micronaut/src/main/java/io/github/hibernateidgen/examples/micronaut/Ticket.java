package io.github.hibernateidgen.examples.micronaut;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.PublicId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A ticket with a sealed id, which reveals nothing to outsiders. */
@Entity
public class Ticket {

    @Id
    @SnowflakeId
    @PublicId(prefix = "tic_", sealed = true)
    private Long id;

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }
}
