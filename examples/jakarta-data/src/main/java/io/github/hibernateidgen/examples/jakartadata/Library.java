package io.github.hibernateidgen.examples.jakartadata;

import jakarta.data.repository.Delete;
import jakarta.data.repository.Find;
import jakarta.data.repository.Insert;
import jakarta.data.repository.Repository;
import jakarta.data.repository.Save;
import jakarta.data.repository.Update;
import java.util.List;
import org.hibernate.StatelessSession;

/** The repository of the library. Hibernate's annotation processor generates the implementation, {@code Library_}. */
@Repository
public interface Library {

    StatelessSession session();

    @Insert
    void add(Book book);

    @Insert
    void addAll(List<Book> books);

    @Save
    void save(Book book);

    @Save
    void saveAll(List<Book> books);

    @Update
    void change(Book book);

    @Delete
    void remove(Book book);

    @Find
    Book book(Long id);

    @Insert
    void add(Author author);

    @Insert
    void addAuthors(List<Author> authors);

    @Save
    void save(Author author);

    @Find
    Author author(Author.AuthorId id);

    @Insert
    void add(Loan loan);

    @Insert
    void addLoans(List<Loan> loans);

    @Save
    void save(Loan loan);

    @Find
    Loan loan(Loan.LoanId id);

    @Insert
    void add(Review review);

    @Save
    void save(Review review);

    @Find
    Review review(Review.ReviewId id);
}
