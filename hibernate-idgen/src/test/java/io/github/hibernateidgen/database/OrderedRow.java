package io.github.hibernateidgen.database;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** A row that knows when it was inserted among the others. */
@MappedSuperclass
abstract class OrderedRow {

    @Column(name = "ordinal_")
    int ordinal;

    abstract Object id();
}
