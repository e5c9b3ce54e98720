package io.github.hibernateidgen.benchmarks.database;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** The columns of all tables except for the id. */
@MappedSuperclass
abstract class Row {

    static final String NOTE = "a payload as long as that of a small order line would be";

    @Column(nullable = false)
    long customer = 42;

    @Column(nullable = false, length = 100)
    String note = NOTE;
}
