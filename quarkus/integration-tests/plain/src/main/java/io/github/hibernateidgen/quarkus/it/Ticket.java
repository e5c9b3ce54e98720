package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Has a number of the store whose class the settings name. */
@Entity
public class Ticket {

    @Id
    @SegmentId
    Long id;
}
