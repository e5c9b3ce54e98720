package io.github.hibernateidgen.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Orders with ids from a database sequence, fetched 50 at a time: Hibernate's default. */
@Entity
@Table(name = "sequence_order")
class SequenceOrder extends Order {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Override
    Long id() {
        return id;
    }

    @Entity(name = "SequenceLine")
    @Table(name = "sequence_line")
    static class Line extends OrderLine<SequenceOrder> {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        @Override
        Long id() {
            return id;
        }
    }
}
