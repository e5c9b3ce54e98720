package io.github.hibernateidgen.clinic;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDate;

/** The clinic as it was written: ids of the database's counters. */
final class Before {

    private Before() {}

    @Entity(name = "Owner")
    @Table(name = "owners")
    static class Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Integer id;

        String name;
    }

    @Entity(name = "Pet")
    @Table(name = "pets")
    static class Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Integer id;

        String name;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        Owner owner;
    }

    @Entity(name = "Visit")
    @Table(name = "visits")
    static class Visit {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Integer id;

        @Column(name = "visited_on")
        LocalDate day;

        @ManyToOne
        @JoinColumn(name = "pet_id")
        Pet pet;
    }
}
