package io.github.hibernateidgen.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hibernateidgen.spring.data.typed.Ord;
import io.github.hibernateidgen.spring.data.typed.Ord.OrdId;
import io.github.hibernateidgen.spring.data.typed.TypedApplication;
import io.github.hibernateidgen.spring.data.typed.Unsorted;
import io.github.hibernateidgen.spring.data.typed.Unsorted.UnsortedId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.transaction.annotation.Transactional;

/** Queries of repositories that return typed ids. Spring Data takes a class that JPA does not manage for a DTO. */
@SpringBootTest(
        classes = TypedApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"spring.datasource.generate-unique-name=true", "idgen.worker.id=5"})
@Transactional
class TypedQueriesTest {

    @Autowired
    private Ord.Repository orders;

    @Autowired
    private Unsorted.Repository owners;

    @PersistenceContext
    private EntityManager entities;

    private UnsortedId owner;
    private OrdId first;
    private OrdId second;

    @BeforeEach
    void save() {
        orders.deleteAllInBatch();
        owner = owners.save(new Unsorted()).getId();
        first = orders.save(new Ord(owner, 1L, "first")).getId();
        second = orders.saveAndFlush(new Ord(owner, 2L, "second")).getId();
    }

    @Test
    void aQueryReturnsIdsInEachContainer() {
        assertThat(orders.all()).containsExactly(first, second);
        assertThat(orders.set()).containsExactlyInAnyOrder(first, second);
        assertThat(orders.array()).containsExactly(first, second);
        try (var ids = orders.stream()) {
            assertThat(ids).containsExactly(first, second);
        }
        assertThat(orders.named()).containsExactly(first, second);
    }

    @Test
    void aQueryReturnsPagesAndSlicesOfIds() {
        var page = orders.page(PageRequest.of(0, 1, Sort.by("id").descending()));
        assertThat(page.getContent()).containsExactly(second);
        assertThat(page.getTotalElements()).isEqualTo(2);
        assertThat(orders.slice(PageRequest.of(1, 1, Sort.by("id").descending()))
                        .getContent())
                .containsExactly(first);
    }

    @Test
    void aQueryReturnsAFunctionOfIdsAndReferences() {
        assertThat(orders.greatest()).isEqualTo(second);
        assertThat(orders.owners()).containsExactly(owner);
    }

    @Test
    void aQueryReturnsASingleIdOrNone() {
        assertThat(orders.byName("first")).contains(first);
        assertThat(orders.byName("third")).isEmpty();
        assertThat(orders.nullable("second")).isEqualTo(second);
        assertThat(orders.nullable("third")).isNull();
        assertThat(orders.bySpel(" second ")).containsExactly(second);
        assertThat(orders.byPositionOfSpel(" second ", 2L)).containsExactly(second);
        assertThat(orders.like("irs")).containsExactly(first);
    }

    @Test
    void otherProjectionsStayAsTheyAre() {
        assertThat(orders.ofNumbers()).containsExactly(new OrdId(1L), new OrdId(2L));
        assertThat(orders.lines()).containsExactly(new Ord.Line(first, "first"), new Ord.Line(second, "second"));
        assertThat(orders.findByNumber(1L, Ord.Line.class)).containsExactly(new Ord.Line(first, "first"));
    }

    @Test
    void aNativeQueryFillsAnInterface() {
        assertThat(orders.rows())
                .extracting(
                        Ord.Row::getId, Ord.Row::getOwner, row -> row.getNext().orElseThrow(), Ord.Row::getOrdName)
                .containsExactly(tuple(first, owner, first, "first"), tuple(second, owner, second, "second"));
        assertThat(orders.row("second").orElseThrow().getId()).isEqualTo(second);
        assertThat(orders.emptyRows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.getId()).isNull();
            assertThat(row.getNext()).isEmpty();
            assertThat(row.getOwner()).isEqualTo(owner);
        });
    }

    @Test
    void aNativeQueryReturnsIds() {
        assertThat(orders.nativeIds()).containsExactly(first, second);
    }

    @Test
    void aNativeQueryDoesNotFillAClass() {
        assertThatThrownBy(() -> orders.nativeLines()).isInstanceOf(RuntimeException.class);
    }

    @Test
    void aDerivedQueryDoesNotReturnAnId() {
        assertThatThrownBy(() -> new JpaRepositoryFactory(entities)
                        .getRepository(Ord.Derived.class)
                        .findByName("first"))
                .hasMessageContaining("value");
    }

    @Test
    void aDynamicProjectionDoesNotReturnAnId() {
        assertThatThrownBy(() -> orders.findByNumber(1L, OrdId.class)).hasMessageContaining("value");
    }
}
