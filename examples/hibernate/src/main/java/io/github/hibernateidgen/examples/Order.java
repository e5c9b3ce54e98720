package io.github.hibernateidgen.examples;

import jakarta.persistence.MappedSuperclass;

/** The attributes of all orders, independent of their kind of id. Orders have no creation time: see {@link OrderQueries}. */
@MappedSuperclass
abstract class Order {

    String customer;

    abstract Object id();
}
