package io.github.hibernateidgen.examples.jakartadata;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** A book, with a Snowflake id. */
@Entity
public class Book {

    @Id
    @GeneratedValue
    @SnowflakeId
    Long id;

    String title;

    protected Book() {}

    public Book(String title) {
        this.title = title;
    }
}
