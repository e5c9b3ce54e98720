package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity with a number from {@link Counters}, the store that the settings name. */
@Entity
public class Ticket {

    @Id
    @SegmentId
    Long id;
}
