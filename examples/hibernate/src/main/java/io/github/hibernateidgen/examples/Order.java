package io.github.hibernateidgen.examples;

import jakarta.persistence.MappedSuperclass;

/** What all orders have, whatever their id. It has no creation time: see {@link OrderQueries}. */
@MappedSuperclass
abstract class Order {

    String customer;

    abstract Object id();
}
