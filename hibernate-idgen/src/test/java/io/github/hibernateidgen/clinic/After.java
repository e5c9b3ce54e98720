package io.github.hibernateidgen.clinic;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDate;

/** The clinic after the first step of docs/migrating/from-identity.md. */
final class After {

    private After() {}

    @Entity(name = "Owner")
    @Table(name = "owners")
    static class Owner {
        @Id
        @SnowflakeId
        Long id;

        String name;
    }

    @Entity(name = "Pet")
    @Table(name = "pets")
    static class Pet {
        @Id
        @SnowflakeId
        Long id;

        String name;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        Owner owner;
    }

    @Entity(name = "Visit")
    @Table(name = "visits")
    static class Visit {
        @Id
        @SnowflakeId
        Long id;

        @Column(name = "visited_on")
        LocalDate day;

        @ManyToOne
        @JoinColumn(name = "pet_id")
        Pet pet;
    }
}
