package io.github.hibernateidgen.examples.micronaut;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** A note. */
@Entity
public class Note {

    @Id
    @SnowflakeId
    private Long id;

    @CombGuid
    private UUID reference;

    private String text;

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }

    public UUID getReference() {
        return reference;
    }

    public void setReference(UUID reference) {
        this.reference = reference;
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }
}
