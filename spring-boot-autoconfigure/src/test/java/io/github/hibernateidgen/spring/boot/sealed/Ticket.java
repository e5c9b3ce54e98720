package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** With a typed id. */
@Entity
public class Ticket {

    @Id
    @SnowflakeId
    private TicketId id;

    public TicketId getId() {
        return id;
    }
}
