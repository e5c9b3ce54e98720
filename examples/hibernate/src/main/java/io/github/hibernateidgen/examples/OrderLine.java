package io.github.hibernateidgen.examples;

import jakarta.persistence.FetchType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;

/** The attributes of all order lines, independent of their kind of id. */
@MappedSuperclass
abstract class OrderLine<O extends Order> {

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    O order;

    String product;

    abstract Object id();
}
