package io.github.hibernateidgen.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Orders with ids that the database makes when it inserts the row. */
@Entity
@Table(name = "identity_order")
class IdentityOrder extends Order {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    @Override
    Long id() {
        return id;
    }

    @Entity(name = "IdentityLine")
    @Table(name = "identity_line")
    static class Line extends OrderLine<IdentityOrder> {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Override
        Long id() {
            return id;
        }
    }
}
