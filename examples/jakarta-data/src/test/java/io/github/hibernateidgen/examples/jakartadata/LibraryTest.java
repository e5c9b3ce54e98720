package io.github.hibernateidgen.examples.jakartadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.examples.jakartadata.Author.AuthorId;
import io.github.hibernateidgen.examples.jakartadata.Review.ReviewId;
import jakarta.data.exceptions.DataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The repository that Hibernate's annotation processor has implemented. */
class LibraryTest {

    private final Queue<String> statements = new ConcurrentLinkedQueue<>();
    private final SessionFactory factory = start();

    private SessionFactory start() {
        Configuration configuration = new Configuration()
                .addAnnotatedClasses(Book.class, Author.class, Loan.class, Review.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:" + UUID.randomUUID())
                .setProperty("hibernate.connection.pool_size", "9")
                .setProperty("hibernate.hbm2ddl.auto", "create-drop");
        configuration.setStatementInspector((StatementInspector) sql -> {
            statements.add(sql);
            return sql;
        });
        return configuration.buildSessionFactory();
    }

    @AfterEach
    void close() {
        factory.close();
    }

    private void inLibrary(Consumer<Library> work) {
        factory.inStatelessTransaction(session -> work.accept(new Library_(session)));
    }

    /** What was sent since the last call, by the first word of each statement. */
    private List<String> sent() {
        List<String> verbs = statements.stream()
                .map(sql -> sql.substring(0, sql.indexOf(' ')))
                .toList();
        statements.clear();
        return verbs;
    }

    @Test
    void insertMakesTheIdWithoutAStatement() {
        statements.clear();
        inLibrary(library -> {
            Book book = new Book("Middlemarch");
            library.add(book);
            assertThat(sent()).containsExactly("insert");
            assertThat(library.book(book.id).title).isEqualTo("Middlemarch");

            Author author = new Author("Eliot");
            statements.clear();
            library.add(author);
            assertThat(sent()).containsExactly("insert");
            assertThat(author.id.value().version()).isEqualTo(7);
            assertThat(library.author(author.id).name).isEqualTo("Eliot");

            Review review = new Review("long");
            statements.clear();
            library.add(review);
            assertThat(sent()).containsExactly("insert");
            assertThat(library.review(review.id).text).isEqualTo("long");
        });
    }

    /** A segment of 50 numbers is one statement. Of a segment that lasts less than a second the next fetch takes two. */
    @Test
    void insertTakesNumbersOfASegment() {
        List<Loan> loans =
                IntStream.range(0, 50).mapToObj(i -> new Loan("reader " + i)).toList();
        inLibrary(library -> {
            library.add(loans.get(0));
            statements.clear();
            library.addLoans(loans.subList(1, 50));
        });
        assertThat(statements).filteredOn(sql -> !sql.startsWith("insert")).hasSizeLessThanOrEqualTo(2);
        assertThat(loans)
                .extracting(loan -> loan.id.value())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 50).mapToObj(Long::valueOf).toList());
    }

    @Test
    void insertMultipleMakesAllIds() {
        List<Book> books = Stream.generate(() -> new Book("copy")).limit(100).toList();
        List<Author> authors =
                Stream.generate(() -> new Author("nobody")).limit(100).toList();
        statements.clear();
        inLibrary(library -> {
            library.addAll(books);
            library.addAuthors(authors);
        });
        assertThat(sent()).containsOnly("insert");
        assertThat(books)
                .extracting(book -> book.id)
                .doesNotContainNull()
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(authors).extracting(author -> author.id).doesNotContainNull().doesNotHaveDuplicates();
    }

    @Test
    void saveInsertsWhatHasNoIdAndUpdatesWhatHasOne() {
        inLibrary(library -> {
            Book book = new Book("Emma");
            statements.clear();
            library.save(book);
            assertThat(sent()).containsExactly("insert");
            book.title = "Persuasion";
            library.save(book);
            assertThat(sent()).containsExactly("merge");
            assertThat(library.book(book.id).title).isEqualTo("Persuasion");

            Author author = new Author("Austen");
            library.save(author);
            author.name = "Jane Austen";
            library.save(author);
            assertThat(library.author(author.id).name).isEqualTo("Jane Austen");

            Loan loan = new Loan("somebody");
            library.save(loan);
            loan.reader = "nobody";
            library.save(loan);
            assertThat(library.loan(loan.id).reader).isEqualTo("nobody");
        });
    }

    @Test
    void insertReplacesAnIdThatIsSetUnlessItIsAssignable() {
        inLibrary(library -> {
            Book book = new Book("Emma");
            library.add(book);
            Long first = book.id;
            library.add(book);
            assertThat(book.id).isGreaterThan(first);
            assertThat(library.book(first).title).isEqualTo("Emma");

            Review review = new Review("short");
            review.id = new ReviewId(16);
            library.add(review);
            assertThat(library.review(new ReviewId(16)).text).isEqualTo("short");
        });
    }

    @Test
    void saveKeepsAnIdThatIsSet() {
        inLibrary(library -> {
            Review review = new Review("short");
            review.id = new ReviewId(17);
            library.save(review);
            assertThat(library.review(new ReviewId(17)).text).isEqualTo("short");
        });
    }

    /** Hibernate's processor knows of an id that is generated by @GeneratedValue alone. */
    @Test
    void saveWithoutGeneratedValueWantsAnId() {
        statements.clear();
        assertThatThrownBy(() -> inLibrary(library -> library.save(new Review("lost"))))
                .isInstanceOf(DataException.class)
                .hasMessage("Review.id: [null] is not the id of a row, and Hibernate generates no id in upsert(); use"
                        + " insert() for a new row, and for @Save of Jakarta Data add @GeneratedValue to the"
                        + " id");
        assertThat(statements).isEmpty();
    }

    /** The code that Hibernate's processor writes asks for the identifier of the list. */
    @Test
    void saveOfAListIsRefusedByHibernate() {
        assertThatThrownBy(() -> inLibrary(library -> library.saveAll(List.of(new Book("Emma")))))
                .hasMessageContaining("is not an entity");
    }

    @Test
    void eightThreadsGetNoIdTwice() throws Exception {
        Queue<Object> ids = new ConcurrentLinkedQueue<>();
        int threads = 8;
        int rounds = 500;
        statements.clear();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                running.add(executor.submit(() -> inLibrary(library -> {
                    for (int round = 0; round < rounds; round++) {
                        ids.add(added(library));
                        ids.add(addedAuthor(library));
                    }
                })));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(ids).hasSize(2 * threads * rounds).doesNotHaveDuplicates();
        assertThat(statements).hasSize(2 * threads * rounds).allMatch(sql -> sql.startsWith("insert into "));
    }

    private static Long added(Library library) {
        Book book = new Book("copy");
        library.add(book);
        return book.id;
    }

    private static AuthorId addedAuthor(Library library) {
        Author author = new Author("nobody");
        library.save(author);
        return author.id;
    }
}
