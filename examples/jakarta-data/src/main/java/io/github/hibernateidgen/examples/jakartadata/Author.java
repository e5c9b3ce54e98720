package io.github.hibernateidgen.examples.jakartadata;

import io.github.hibernateidgen.CombGuid;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.UUID;

/** An author. Its id is a COMB GUID in a typed id. */
@Entity
public class Author {

    @Id
    @GeneratedValue
    @CombGuid
    AuthorId id;

    String name;

    protected Author() {}

    public Author(String name) {
        this.name = name;
    }

    /** The id of an author. */
    public record AuthorId(UUID value) {}
}
