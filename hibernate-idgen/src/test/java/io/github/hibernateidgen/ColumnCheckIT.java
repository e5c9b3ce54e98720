package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns as real servers describe them, and the statements that widen them. */
class ColumnCheckIT {

    @Entity(name = "Owner")
    @Table(name = "idgen_owner")
    static class Owner {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Pet")
    @Table(name = "idgen_pet")
    static class Pet {
        @Id
        @SnowflakeId
        Long id;

        @ManyToOne
        Owner owner;
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLITE", "ORACLE", "COCKROACHDB", "TIDB", "YUGABYTEDB"})
    void oldColumnsAreNamedUntilTheirStatementsHaveRun(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        execute(running, "create table idgen_owner (id integer not null)");
        execute(running, "create table idgen_pet (id integer not null, owner_id integer)");
        try {
            List<String> warnings = warnings(running, Owner.class, Pet.class);
            assertThat(warnings)
                    .extracting(warning -> warning.substring(0, warning.indexOf(' ')))
                    .containsExactlyInAnyOrder("Owner.id", "Pet.id", "idgen_pet.owner_id");
            for (String warning : warnings) {
                execute(running, warning.substring(warning.indexOf("run: ") + "run: ".length()));
            }
            assertThat(warnings(running, Owner.class, Pet.class)).isEmpty();
            try (SessionFactory factory = start(running, Owner.class, Pet.class)) {
                factory.inTransaction(session -> {
                    Pet pet = new Pet();
                    pet.owner = new Owner();
                    session.persist(pet.owner);
                    session.persist(pet);
                });
            }
        } finally {
            execute(running, "drop table idgen_pet");
            execute(running, "drop table idgen_owner");
        }
    }

    @Entity(name = "Guid")
    @Table(name = "idgen_old_guid")
    static class Guid {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "GuidBytes")
    @Table(name = "idgen_old_guid")
    static class GuidBytes {
        @Id
        @CombGuid
        @JdbcTypeCode(SqlTypes.BINARY)
        UUID id;
    }

    /** The mapping's type would have rows arrive scattered. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "SQL_SERVER"})
    void columnThatComparesInAnotherOrderIsNamed(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        String own = database == TestDatabase.MARIADB ? "uuid" : "uniqueidentifier";
        assertThat(warnings(running, own, GuidBytes.class))
                .singleElement()
                .asString()
                .startsWith("GuidBytes.id [" + own + "]: column idgen_old_guid.id compares in order ")
                .endsWith("map it as what it is, by @Column(columnDefinition = \"" + own + "\")");
        assertThat(warnings(running, "binary(16)", Guid.class))
                .singleElement()
                .asString()
                .contains("Guid.id [binary(16)]: ", "but the ids ascend in order ", "run: alter table idgen_old_guid ");
        assertThat(warnings(running, own, Guid.class)).isEmpty();
        assertThat(warnings(running, "binary(16)", GuidBytes.class)).isEmpty();
    }

    private static List<String> warnings(RunningDatabase running, String type, Class<?> entity) throws SQLException {
        execute(running, "create table idgen_old_guid (id " + type + " not null)");
        try {
            return warnings(running, entity);
        } finally {
            execute(running, "drop table idgen_old_guid");
        }
    }

    private static SessionFactory start(RunningDatabase running, Class<?>... entities) {
        return Hibernate.on(running.persistenceSettings(), entities)
                .with(IdgenSettings.WORKER_ID, 5)
                .start();
    }

    private static List<String> warnings(RunningDatabase running, Class<?>... entities) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = start(running, entities)) {
            assertThat(factory.isOpen()).isTrue();
            return log.warnings();
        }
    }

    private static void execute(RunningDatabase running, String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
