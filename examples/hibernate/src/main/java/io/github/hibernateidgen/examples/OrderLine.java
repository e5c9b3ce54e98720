package io.github.hibernateidgen.examples;

import jakarta.persistence.FetchType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;

/** What the lines of all orders have, whatever their id. */
@MappedSuperclass
abstract class OrderLine<O extends Order> {

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    O order;

    String product;

    abstract Object id();
}
