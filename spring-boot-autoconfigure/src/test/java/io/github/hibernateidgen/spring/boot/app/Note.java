package io.github.hibernateidgen.spring.boot.app;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Has an id of the default layout. */
@Entity
public class Note {

    @Id
    @SnowflakeId
    private Long id;

    public Long getId() {
        return id;
    }
}
