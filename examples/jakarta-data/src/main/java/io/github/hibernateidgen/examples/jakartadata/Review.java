package io.github.hibernateidgen.examples.jakartadata;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A review. The client may assign its id. */
@Entity
public class Review {

    @Id
    @SnowflakeId(assignable = true)
    ReviewId id;

    String text;

    protected Review() {}

    public Review(String text) {
        this.text = text;
    }

    /** The id of a review. */
    public record ReviewId(long value) {}
}
