package io.github.hibernateidgen.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.spring.data.typed.Sorted;
import io.github.hibernateidgen.spring.data.typed.TypedApplication;
import io.github.hibernateidgen.spring.data.typed.Unsorted;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.domain.Specification;
import org.springframework.data.repository.query.FluentQuery.FetchableFluentQuery;

/** Repositories of entities whose ids are of classes of their own. */
@SpringBootTest(
        classes = TypedApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "spring.jpa.properties.hibernate.generate_statistics=true",
            "idgen.worker.id=5"
        })
class TypedSpringDataTest {

    @Autowired
    private EntityManagerFactory factory;

    @Autowired
    private Sorted.Repository sorted;

    @Autowired
    private Unsorted.Repository unsorted;

    @Test
    void saveSendsAnInsertAlone() {
        var statistics = factory.unwrap(SessionFactory.class).getStatistics();
        statistics.clear();
        Sorted row = sorted.save(new Sorted());
        assertThat(statistics.getPrepareStatementCount()).isOne();
        assertThat(sorted.findById(row.getId()))
                .hasValueSatisfying(found -> assertThat(found.getId()).isEqualTo(row.getId()));
        Unsorted other = unsorted.save(new Unsorted());
        assertThat(unsorted.findAllById(List.of(other.getId()))).hasSize(1);
        assertThat(unsorted.existsById(other.getId())).isTrue();
        unsorted.deleteById(other.getId());
        assertThat(unsorted.existsById(other.getId())).isFalse();
    }

    /** Spring Data 4, of Spring Boot 4, compares in the query alone. */
    @Test
    void keysetsNeedAnOrderInJavaWithSpringBoot3() {
        sorted.deleteAll();
        List<Sorted.SortedId> saved = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            saved.add(sorted.save(new Sorted()).getId());
            unsorted.save(new Unsorted());
        }
        List<Sorted.SortedId> scrolled = new ArrayList<>();
        Window<Sorted> window = sorted.findFirst3ByOrderById(ScrollPosition.keyset());
        window.forEach(row -> scrolled.add(row.getId()));
        while (window.hasNext()) {
            window = sorted.findFirst3ByOrderById(window.positionAt(window.size() - 1));
            window.forEach(row -> scrolled.add(row.getId()));
        }
        assertThat(scrolled).isEqualTo(saved);

        Window<Unsorted> first = unsorted.findFirst3ByOrderById(ScrollPosition.keyset());
        ThrowingCallable second = () -> unsorted.findFirst3ByOrderById(first.positionAt(2));
        if (System.getProperty("idgen.test.boot.version").startsWith("3.")) {
            assertThatThrownBy(second)
                    .hasStackTraceContaining("UnsortedId")
                    .hasStackTraceContaining("java.lang.Comparable");
        } else {
            assertThatCode(second).doesNotThrowAnyException();
        }
    }

    /** The criteria API compares the keys of a page, with each Spring Boot. */
    @Test
    void keysetsOfSpecificationsAndExamplesNeedAnOrderInJava() {
        sorted.deleteAll();
        unsorted.deleteAll();
        for (int i = 0; i < 4; i++) {
            sorted.save(new Sorted());
            unsorted.save(new Unsorted());
        }
        Specification<Sorted> all = (root, query, builder) -> builder.conjunction();
        assertThat(scroll(position -> sorted.findBy(all, query -> page(query, position))))
                .hasSize(4);
        assertThat(scroll(position -> sorted.findBy(Example.of(new Sorted()), query -> page(query, position))))
                .hasSize(4);

        Specification<Unsorted> others = (root, query, builder) -> builder.conjunction();
        for (Function<ScrollPosition, Window<Unsorted>> pages : List.<Function<ScrollPosition, Window<Unsorted>>>of(
                position -> unsorted.findBy(others, query -> page(query, position)),
                position -> unsorted.findBy(Example.of(new Unsorted()), query -> page(query, position)))) {
            assertThatThrownBy(() -> scroll(pages))
                    .hasStackTraceContaining("UnsortedId")
                    .hasStackTraceContaining("java.lang.Comparable");
        }
    }

    private static <T> Window<T> page(FetchableFluentQuery<T> query, ScrollPosition position) {
        return query.sortBy(Sort.by("id").descending()).limit(3).scroll(position);
    }

    private static <T> List<T> scroll(Function<ScrollPosition, Window<T>> pages) {
        Window<T> window = pages.apply(ScrollPosition.keyset());
        List<T> rows = new ArrayList<>(window.getContent());
        while (window.hasNext()) {
            window = pages.apply(window.positionAt(window.size() - 1));
            rows.addAll(window.getContent());
        }
        return rows;
    }
}
