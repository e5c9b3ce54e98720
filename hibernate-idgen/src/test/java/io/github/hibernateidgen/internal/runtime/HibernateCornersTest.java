package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Version;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** What Hibernate does with our values where it does not ask for them. */
class HibernateCornersTest {

    /** Hibernate 8 refuses an id that is null before it asks a listener. */
    private static final boolean HIBERNATE_8 = Version.getVersionString().startsWith("8.");

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

    record NoteId(long value) {}

    @Entity(name = "Note")
    static class Note {
        @Id
        @SnowflakeId(assignable = true)
        NoteId id;

        String name = "";
    }

    @Entity(name = "Photo")
    static class Photo {
        @Id
        @CombGuid(assignable = true)
        UUID id;

        String name = "";
    }

    @Entity(name = "Ticket")
    static class Ticket {
        @Id
        @SegmentId(assignable = true)
        Long id;

        String name = "";
    }

    /** As Hibernate's processor for Jakarta Data needs it, to insert what is saved without an id. */
    @Entity(name = "Saved")
    static class Saved {
        @Id
        @GeneratedValue
        @SnowflakeId(layout = "short")
        Long id;

        String name = "";
    }

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @GeneratedValue
        @SnowflakeId(layout = "short")
        long id;

        String name = "";
    }

    private static SessionFactory start() {
        SessionFactory factory = Hibernate.onH2(
                        Draft.class,
                        Letter.class,
                        Numbered.class,
                        Note.class,
                        Photo.class,
                        Ticket.class,
                        Saved.class,
                        Primitive.class)
                .start();
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
                    .hasMessage("Numbered.number: [null] would be written, since Hibernate generates no values in"
                            + " upsert(); use insert() and update(), or set the value, which Hibernate before"
                            + " 7.4 may ignore");
            assertThat(numbers(factory)).isEmpty();
            row.number = 17L;
            upsert(factory, row);
            // Hibernate 7.0 and 7.2 leave generated attributes out of upsert, also where they are set.
            boolean leftOut = Version.getVersionString().matches("7\\.[0-3]\\..*");
            assertThat(numbers(factory)).containsExactly(leftOut ? null : 17L);
        }
    }

    /** As docs/snowflake.md says. */
    @Test
    void upsertWithoutAnAssignableIdIsRefusedAndNamesTheAttribute() {
        try (SessionFactory factory = start()) {
            assertUpsertIsRefused(factory, new Note(), "Note.id: [null]");
            Note note = new Note();
            note.id = new NoteId(0);
            assertUpsertIsRefused(factory, note, "Note.id: [NoteId[value=0]]");
            assertUpsertIsRefused(factory, new Photo(), "Photo.id: [null]");
            assertUpsertIsRefused(factory, new Ticket(), "Ticket.id: [null]");
            note.id = new NoteId(17);
            upsert(factory, note);
            assertThat(longs(factory, "select count(*) from Note")).containsExactly(1L);
        }
    }

    private static void assertUpsertIsRefused(SessionFactory factory, Object row, String start) {
        if (HIBERNATE_8 && start.endsWith("[null]")) {
            assertThatThrownBy(() -> upsert(factory, row)).hasMessage("Object passed to upsert() has no identifier");
            return;
        }
        assertThatThrownBy(() -> upsert(factory, row))
                .isInstanceOf(IdentifierGenerationException.class)
                .hasMessage(
                        start + " is not the id of a row, and Hibernate generates no id in upsert(); use insert() for"
                                + " a new row, and for @Save of Jakarta Data add @GeneratedValue to the id");
    }

    @Test
    void upsertWithoutAGeneratedIdIsRefusedByHibernate() {
        try (SessionFactory factory = start()) {
            assertThatThrownBy(() -> upsert(factory, new Letter()))
                    .hasMessageStartingWith(
                            HIBERNATE_8
                                    ? "Object passed to upsert() has no identifier"
                                    : "Object passed to upsert() has an unsaved identifier value");
        }
    }

    /** As docs/frameworks/others.md says of Jakarta Data: its generated code asks whether the identifier is null. */
    @Test
    void primitiveIdIsNeverNullAndIsRefusedByUpsert() {
        try (SessionFactory factory = start();
                StatelessSession session = factory.openStatelessSession()) {
            assertThat(session.getIdentifier(new Primitive())).isEqualTo(0L);
            assertThatThrownBy(() -> upsert(factory, new Primitive()))
                    .hasMessageContaining("Object passed to upsert() has ");
        }
    }

    @Test
    void generatedValueBesideTheAnnotationChangesNothing() {
        try (SessionFactory factory = start()) {
            Saved saved = new Saved();
            factory.inTransaction(session -> session.persist(saved));
            assertThat(SnowflakeLayout.SHORT.instant(saved.id)).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
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
