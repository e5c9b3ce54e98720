package io.github.hibernateidgen.clinic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;

/**
 * The steps of docs/migrating/from-identity.md with a stop, with its SQL, on an application that was written without this library.
 *
 * @param settings where Hibernate finds the database
 * @param connection a connection to it
 * @param type that of the ids and of what refers to them
 * @param counter how the database declares a counter
 */
record Migration(Map<String, Object> settings, Connection connection, String type, String counter) {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

    /** The clinic's schema, and what was written with it. */
    void makeOldClinic() throws SQLException {
        String id = "id " + type + " not null " + counter + " primary key";
        execute("create table owners (" + id + ", name varchar(80))");
        execute("create table pets (" + id + ", name varchar(80), owner_id " + type + " default 1 not null,"
                + " constraint pets_owner foreign key (owner_id) references owners (id))");
        execute("create table visits (" + id + ", visited_on date, pet_id " + type + ","
                + " constraint visits_pet foreign key (pet_id) references pets (id))");
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

    /** The first step: what the application says when it does not start. */
    String columnsThatAreTooNarrow() {
        IdgenConfigurationException[] error = new IdgenConfigurationException[1];
        assertThatThrownBy(this::startNewClinic)
                .isInstanceOfSatisfying(IdgenConfigurationException.class, thrown -> error[0] = thrown);
        return error[0].getMessage();
    }

    /** The second step: the statements of the start, or those of the guide that complete them. */
    void widen() throws IOException, SQLException {
        String statements = isMySql()
                ? guide("(?s)\\n3\\. \\*\\*Widen.*?```sql\\n(.*?)```")
                : columnsThatAreTooNarrow().replaceFirst("(?s).*; run, in this order:", "");
        for (String statement : statements.strip().split(";\\s*")) {
            execute(statement);
        }
    }

    /** The third step: afterwards the counters are gone, and nothing else that a column had. */
    void removeCounters(String database) throws IOException, SQLException {
        for (String table : List.of("owners", "pets", "visits")) {
            alterReferredTo(guide("\\n *\\| " + database + " \\| `([^`]*)` \\|").replace("owners", table));
        }
        assertThatThrownBy(() -> execute("insert into owners (name) values ('Cy')"))
                .as("the counter is gone")
                .isInstanceOf(SQLException.class);
        try (Statement statement = connection.createStatement();
                ResultSet column = statement.executeQuery("select is_nullable, column_default"
                        + " from information_schema.columns"
                        + " where lower(table_name) = 'pets' and lower(column_name) = 'owner_id'")) {
            assertThat(column.next()).isTrue();
            assertThat(column.getString(1)).isEqualTo("NO");
            assertThat(column.getString(2)).isEqualTo("1");
        }
    }

    /** The way back: the counter goes on, behind the old rows where the database lets it. */
    void rollBack(String database, boolean isBehindTheOld) throws IOException, SQLException {
        alterReferredTo(guide("\\n *\\| " + database + " \\| `[^`]*` \\| `([^`]*)` \\|"));
        execute("insert into owners (name) values ('Cy')");
        try (Statement statement = connection.createStatement();
                ResultSet owner = statement.executeQuery("select id from owners where name = 'Cy'")) {
            assertThat(owner.next()).isTrue();
            if (isBehindTheOld) {
                assertThat(owner.getLong(1)).isEqualTo(2);
            } else {
                assertThat(owner.getLong(1)).isGreaterThan(264_905_529_753_600_000L);
            }
        }
    }

    private boolean isMySql() {
        return counter.equals("auto_increment");
    }

    private void alterReferredTo(String statement) throws SQLException {
        if (isMySql()) {
            execute("set foreign_key_checks = 0");
        }
        execute(statement);
        if (isMySql()) {
            execute("set foreign_key_checks = 1");
        }
    }

    /** What stands in the guide. */
    static String guide(String pattern) throws IOException {
        Path page = Path.of("..", "docs", "migrating", "from-identity.md");
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(page));
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
