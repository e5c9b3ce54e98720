package io.github.hibernateidgen.internal.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** GUIDs as text in a database's own GUID type, and the other way round, on each database that has one. */
class CombGuidTextIT {

    @MappedSuperclass
    abstract static class Parent {
        @Id
        @CombGuid(assignable = true)
        String id;
    }

    @MappedSuperclass
    abstract static class Child {
        @Id
        int id = 1;

        abstract Object parent();

        abstract void setParent(Parent parent);
    }

    @Entity(name = "UuidParent")
    @Table(name = "idgen_uuid_parent")
    @AttributeOverride(name = "id", column = @Column(columnDefinition = "uuid"))
    static class UuidParent extends Parent {}

    @Entity(name = "UuidChild")
    @Table(name = "idgen_uuid_child")
    static class UuidChild extends Child {
        @ManyToOne
        @JoinColumn(columnDefinition = "uuid")
        UuidParent parent;

        @Override
        Object parent() {
            return parent;
        }

        @Override
        void setParent(Parent parent) {
            this.parent = (UuidParent) parent;
        }
    }

    @Entity(name = "SqlServerParent")
    @Table(name = "idgen_uuid_parent")
    @AttributeOverride(name = "id", column = @Column(columnDefinition = "uniqueidentifier"))
    static class SqlServerParent extends Parent {}

    @Entity(name = "SqlServerChild")
    @Table(name = "idgen_uuid_child")
    static class SqlServerChild extends Child {
        @ManyToOne
        @JoinColumn(columnDefinition = "uniqueidentifier")
        SqlServerParent parent;

        @Override
        Object parent() {
            return parent;
        }

        @Override
        void setParent(Parent parent) {
            this.parent = (SqlServerParent) parent;
        }
    }

    /** How the application writes an id that it sets itself. */
    enum Given {
        NOTHING(id -> null),
        LOWER_CASE(id -> id),
        UPPER_CASE(id -> id.toUpperCase(Locale.ROOT)),
        WITHOUT_HYPHENS(id -> id.replace("-", ""));

        private final UnaryOperator<String> text;

        Given(UnaryOperator<String> text) {
            this.text = text;
        }
    }

    static Stream<Arguments> databasesAndIds() {
        return Stream.of(
                        TestDatabase.H2,
                        TestDatabase.HSQLDB,
                        TestDatabase.POSTGRESQL,
                        TestDatabase.MARIADB,
                        TestDatabase.SQL_SERVER)
                .flatMap(database -> Stream.of(Given.values()).map(given -> Arguments.of(database, given)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("databasesAndIds")
    void oneSessionHoldsOneInstanceOfARow(TestDatabase database, Given given) {
        RunningDatabase running = database.orSkip();
        boolean sqlServer = database == TestDatabase.SQL_SERVER;
        Class<? extends Parent> parents = sqlServer ? SqlServerParent.class : UuidParent.class;
        Class<? extends Child> children = sqlServer ? SqlServerChild.class : UuidChild.class;
        try (SessionFactory factory = Hibernate.on(settings(running), parents, children)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .start()) {
            Parent parent = sqlServer ? new SqlServerParent() : new UuidParent();
            Child child = sqlServer ? new SqlServerChild() : new UuidChild();
            parent.id = given.text.apply(UUID.randomUUID().toString());
            child.setParent(parent);
            factory.inTransaction(session -> {
                session.persist(parent);
                session.persist(child);
                session.flush();
                assertThat(session.createSelectionQuery("from " + parents.getName(), parents)
                                .getSingleResult())
                        .isSameAs(parent);
                session.refresh(child);
                assertThat(child.parent()).isSameAs(parent);
            });
            factory.inTransaction(session -> {
                Parent found = session.find(parents, parent.id);
                assertThat(found.id).isEqualTo(parent.id);
                assertThat(session.find(children, 1).parent()).isSameAs(found);
            });
        }
    }

    /** PostgreSQL takes text for a uuid where the driver leaves the type open, and not at all otherwise. */
    private static Map<String, Object> settings(RunningDatabase running) {
        Map<String, Object> settings = new HashMap<>(running.persistenceSettings());
        if (running.database() == TestDatabase.POSTGRESQL) {
            settings.computeIfPresent(
                    AvailableSettings.JAKARTA_JDBC_URL,
                    (key, url) -> url + (url.toString().contains("?") ? "&" : "?") + "stringtype=unspecified");
        }
        return settings;
    }

    @Entity(name = "UuidInChar")
    @Table(name = "idgen_uuid_char")
    static class UuidInChar {
        @Id
        @CombGuid
        @Column(columnDefinition = "char(36)")
        UUID id;
    }

    // These read what they wrote, so they are not refused
    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void uuidInATextColumnIsReadAgain(TestDatabase database) {
        RunningDatabase running = database.orSkip();
        try (SessionFactory factory = Hibernate.on(running.persistenceSettings(), UuidInChar.class)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .start()) {
            UuidInChar row = new UuidInChar();
            factory.inTransaction(session -> session.persist(row));
            factory.inTransaction(session -> {
                assertThat(session.find(UuidInChar.class, row.id)).isNotNull();
                assertThat(session.createSelectionQuery("select u.id from UuidInChar u", UUID.class)
                                .getSingleResult())
                        .isEqualTo(row.id);
            });
        }
    }
}
