package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/** What Hibernate does with our values where it does not ask for them. */
class HibernateCornersTest {

    @Entity(name = "Draft")
    static class Draft {
        @Id
        Integer id;

        String name = "";
    }

    @Entity(name = "Letter")
    static class Letter {
        @Id
        @SnowflakeId
        Long id;

        String name;
    }

    @Entity(name = "Numbered")
    static class Numbered {
        @Id
        Integer id;

        @SnowflakeId(assignable = true)
        Long number;

        String name;
    }

    private static SessionFactory start() {
        SessionFactory factory =
                Hibernate.onH2(Draft.class, Letter.class, Numbered.class).start();
        factory.inTransaction(session -> {
            for (int i = 1; i <= 3; i++) {
                Draft draft = new Draft();
                draft.id = i;
                session.persist(draft);
            }
        });
        return factory;
    }

    private static int execute(SessionFactory factory, String hql) {
        return factory.fromTransaction(
                session -> session.createMutationQuery(hql).executeUpdate());
    }

    @Test
    void insertSelectWithoutTheIdIsRefusedAndNamesTheAttribute() {
        try (SessionFactory factory = start()) {
            assertThatThrownBy(() -> execute(factory, "insert into Letter(name) select d.name from Draft d"))
                    .hasMessageContaining("generator of Letter.id")
                    .hasMessageContaining("select the id too, or persist the entities");
            assertThat(execute(factory, "insert into Letter(id, name) select d.id, d.name from Draft d"))
                    .isEqualTo(3);
        }
    }

    @Test
    void insertValuesMakesAnIdForEachRow() {
        try (SessionFactory factory = start()) {
            assertThat(execute(factory, "insert into Letter(name) values ('a'), ('b')"))
                    .isEqualTo(2);
            List<Long> ids = longs(factory, "select l.id from Letter l");
            assertThat(ids).hasSize(2).doesNotHaveDuplicates().allMatch(id -> id > 0);
        }
    }

    /** As docs/snowflake.md says. */
    @Test
    void hqlInsertLeavesAnAttributeThatIsNotTheIdEmpty() {
        try (SessionFactory factory = start()) {
            execute(factory, "insert into Numbered(id, name) select d.id, d.name from Draft d");
            assertThat(numbers(factory)).containsExactly(null, null, null);
        }
    }

    @Test
    void upsertWithoutTheValueIsRefusedInsteadOfWritingNull() {
        try (SessionFactory factory = start()) {
            Numbered row = new Numbered();
            row.id = 10;
            assertThatThrownBy(() -> upsert(factory, row))
                    .hasMessage(
                            "Numbered.number: [null] would be written, since Hibernate generates no values in"
                                    + " upsert(); use insert() and update(), or set the value, which Hibernate before 7.4 may ignore");
            assertThat(numbers(factory)).isEmpty();
            row.number = 17L;
            upsert(factory, row);
            // Hibernate 7.0 and 7.2 leave generated attributes out of upsert, also where they are set.
            boolean leftOut = Version.getVersionString().matches("7\\.[0-3]\\..*");
            assertThat(numbers(factory)).containsExactly(leftOut ? null : 17L);
        }
    }

    private static void upsert(SessionFactory factory, Object row) {
        try (StatelessSession session = factory.openStatelessSession()) {
            session.beginTransaction();
            session.upsert(row);
            session.getTransaction().commit();
        }
    }

    private static List<Long> numbers(SessionFactory factory) {
        return longs(factory, "select n.number from Numbered n");
    }

    private static List<Long> longs(SessionFactory factory, String hql) {
        return factory.fromSession(
                session -> session.createSelectionQuery(hql, Long.class).list());
    }
}
