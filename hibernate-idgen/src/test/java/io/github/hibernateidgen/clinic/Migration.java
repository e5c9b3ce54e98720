package io.github.hibernateidgen.clinic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.Hibernate;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;

/**
 * The steps of docs/migrating.md, with its SQL, on an application that was written without this library.
 *
 * @param settings where Hibernate finds the database
 * @param connection a connection to it
 * @param counter how the database declares a counter
 */
record Migration(Map<String, Object> settings, Connection connection, String counter) {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

    /** The clinic's schema, and what was written with it. */
    void makeOldClinic() throws SQLException {
        execute("create table owners (id integer not null " + counter + " primary key, name varchar(80))");
        execute("create table pets (id integer not null " + counter + " primary key, name varchar(80),"
                + " owner_id integer, constraint pets_owner foreign key (owner_id) references owners (id))");
        execute("create table visits (id integer not null " + counter + " primary key, visited_on date,"
                + " pet_id integer, constraint visits_pet foreign key (pet_id) references pets (id))");
        try (SessionFactory factory = Hibernate.on(settings, Before.Owner.class, Before.Pet.class, Before.Visit.class)
                .start()) {
            factory.inTransaction(session -> {
                Before.Owner owner = new Before.Owner();
                owner.name = "Ada";
                session.persist(owner);
                Before.Pet pet = new Before.Pet();
                pet.name = "Rex";
                pet.owner = owner;
                session.persist(pet);
                Before.Visit visit = new Before.Visit();
                visit.day = DAY;
                visit.pet = pet;
                session.persist(visit);
            });
        }
    }

    void removeClinic() throws SQLException {
        for (String table : List.of("visits", "pets", "owners", "idgen_worker")) {
            execute("drop table if exists " + table);
        }
    }

    /** The second step: what the application says when it does not start. */
    String columnsThatAreTooNarrow() {
        IdgenConfigurationException[] error = new IdgenConfigurationException[1];
        assertThatThrownBy(this::startNewClinic)
                .isInstanceOfSatisfying(IdgenConfigurationException.class, thrown -> error[0] = thrown);
        return error[0].getMessage();
    }

    /** The third step. */
    void runTheGuide(String database) throws IOException, SQLException {
        for (String statement :
                guide("(?s)\\n" + database + "[^\\n]*:\\n\\n```sql\\n(.*?)```").split(";\\s*")) {
            execute(statement);
        }
    }

    /** What stands in the guide. */
    static String guide(String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(Path.of("..", "docs", "migrating.md")));
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private SessionFactory startNewClinic() {
        return Hibernate.on(settings, After.Owner.class, After.Pet.class, After.Visit.class)
                .with(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT, "create")
                .with(IdgenSettings.COLUMN_CHECK, "fail")
                .start();
    }

    /** The last step: old rows and new ones, and each refers to the other. */
    void assertClinicWorks() {
        try (SessionFactory factory = startNewClinic()) {
            After.Pet kitten = new After.Pet();
            After.Visit first = new After.Visit();
            After.Visit next = new After.Visit();
            factory.inTransaction(session -> {
                After.Pet rex = session.find(After.Pet.class, 1L);
                assertThat(rex.owner.name).isEqualTo("Ada");
                After.Owner ben = new After.Owner();
                ben.name = "Ben";
                session.persist(ben);
                rex.owner = ben;
                kitten.name = "Tom";
                kitten.owner = session.find(After.Owner.class, 1L);
                session.persist(kitten);
                first.day = DAY.plusDays(1);
                first.pet = kitten;
                session.persist(first);
                next.day = DAY.plusDays(2);
                next.pet = rex;
                session.persist(next);
            });
            factory.inTransaction(session -> {
                assertThat(session.createSelectionQuery("select p.owner.name from Pet p order by p.id", String.class)
                                .list())
                        .as("the old row stands first")
                        .containsExactly("Ben", "Ada");
                assertThat(session.createSelectionQuery("select v.pet.id from Visit v order by v.id", Long.class)
                                .list())
                        .containsExactly(1L, kitten.id, 1L);
                assertThat(session.find(After.Visit.class, 1L).day).isEqualTo(DAY);
                assertThat(first.id).isGreaterThan(Integer.MAX_VALUE);
            });
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
