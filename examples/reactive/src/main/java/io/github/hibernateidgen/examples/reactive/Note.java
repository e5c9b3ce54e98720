package io.github.hibernateidgen.examples.reactive;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** A note. Its id is known when {@code persist} has completed, its reference when the session has been flushed. */
@Entity
public class Note {

    @Id
    @SnowflakeId
    private Long id;

    @CombGuid
    private UUID reference;

    private String text;

    /** Used by Hibernate. */
    protected Note() {}

    public Note(String text) {
        this.text = text;
    }

    public Long getId() {
        return id;
    }

    public UUID getReference() {
        return reference;
    }

    public String getText() {
        return text;
    }
}
