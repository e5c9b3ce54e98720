package io.github.hibernateidgen.examples.jakartadata;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** A loan. Its id is a number from a segment. */
@Entity
public class Loan {

    @Id
    @GeneratedValue
    @SegmentId
    LoanId id;

    String reader;

    protected Loan() {}

    public Loan(String reader) {
        this.reader = reader;
    }

    /** The id of a loan. */
    public record LoanId(long value) {}
}
