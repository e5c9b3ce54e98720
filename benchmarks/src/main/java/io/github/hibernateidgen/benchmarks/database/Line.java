package io.github.hibernateidgen.benchmarks.database;

import jakarta.persistence.Column;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;

/**
 * A child row. Its primary key is always a number, independent of the kind of its parent's id, so that only the foreign key
 * differs.
 */
@MappedSuperclass
abstract class Line {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "line")
    @SequenceGenerator(name = "line", sequenceName = "line_seq", allocationSize = 1000)
    Long id;

    @Column(nullable = false)
    int quantity = 7;

    abstract void belongTo(Object parent);
}
