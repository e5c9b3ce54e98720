package io.github.hibernateidgen.internal.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    private static final List<String> TABLES = List.of("idgen_visit", "idgen_pet", "idgen_owner");

    /** Over rows and keys; of the tables the last is not mapped, and refers to one that is. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLITE", "ORACLE", "COCKROACHDB", "TIDB", "YUGABYTEDB"})
    void idsAreTheSameWhenTheStatementsHaveRun(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        for (String type : List.of("integer", "smallint", "numeric(10)")) {
            try {
                makeTables(running, type, "7", "8");
                String refusal = refusal(running, Owner.class, Pet.class);
                List<List<String>> before = rows(running);
                List<String> keys = keys(running);
                if (running.productName().equals("PostgreSQL") && !type.startsWith("numeric")) {
                    assertThat(refusal).doesNotContain("drop first");
                }
                withoutKeys(running, refusal);
                assertThat(rows(running)).as("%s, after %s", type, refusal).isEqualTo(before);
                assertThat(keys(running)).as("%s, after %s", type, refusal).isEqualTo(keys);
                assertThat(warnings(running, Owner.class, Pet.class)).isEmpty();
                useTables(running);
            } finally {
                dropTables(running);
            }
        }
    }

    @Entity(name = "TextOwner")
    @Table(name = "idgen_owner")
    static class TextOwner {
        @Id
        @SnowflakeId
        String id;
    }

    @Entity(name = "TextPet")
    @Table(name = "idgen_pet")
    static class TextPet {
        @Id
        @SnowflakeId
        String id;

        @ManyToOne
        TextOwner owner;
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLITE", "ORACLE", "COCKROACHDB", "TIDB", "YUGABYTEDB"})
    void textIsTheSameWhenTheStatementsHaveRun(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        try {
            makeTables(running, "varchar(12)", "'seven '", "'EIGHT'");
            List<List<String>> before = rows(running);
            List<String> keys = keys(running);
            withoutKeys(running, refusal(running, TextOwner.class, TextPet.class));
            assertThat(rows(running)).isEqualTo(before);
            assertThat(keys(running)).isEqualTo(keys);
            assertThat(warnings(running, TextOwner.class, TextPet.class)).isEmpty();
        } finally {
            dropTables(running);
        }
    }

    /** Drops the keys that the comment names, as docs/migrating/column-types.md does on each database, and adds them again. */
    private static void withoutKeys(RunningDatabase running, String refusal) throws SQLException {
        String comment = refusal.lines()
                .filter(line -> line.startsWith("-- drop first"))
                .findFirst()
                .orElse("");
        boolean pet = comment.toLowerCase(Locale.ROOT).contains("pet_owner of idgen_pet");
        boolean visit = comment.toLowerCase(Locale.ROOT).contains("visit_pet of idgen_visit");
        String drop = running.productName().matches("MySQL|MariaDB") ? " drop foreign key " : " drop constraint ";
        if (pet) {
            execute(running, "alter table idgen_pet" + drop + "pet_owner");
        }
        if (visit) {
            execute(running, "alter table idgen_visit" + drop + "visit_pet");
        }
        for (String statement : ColumnCheckTest.statements(refusal)) {
            execute(running, statement);
        }
        if (pet) {
            execute(
                    running,
                    "alter table idgen_pet add constraint pet_owner foreign key (owner_id) references idgen_owner (id)"
                            + " on delete cascade");
        }
        if (visit) {
            execute(
                    running,
                    "alter table idgen_visit add constraint visit_pet foreign key (pet) references idgen_pet (id)");
        }
    }

    private static void makeTables(RunningDatabase running, String type, String first, String second)
            throws SQLException {
        execute(running, "create table idgen_owner (id " + type + " not null, constraint owner_key primary key (id))");
        execute(
                running,
                "create table idgen_pet (id " + type + " not null primary key, owner_id " + type
                        + ", constraint pet_owner foreign key (owner_id) references idgen_owner (id) on delete"
                        + " cascade)");
        execute(
                running,
                "create table idgen_visit (no integer not null primary key, pet " + type
                        + " not null, constraint visit_pet foreign key (pet) references idgen_pet (id))");
        execute(running, "insert into idgen_owner values (" + first + ")");
        execute(running, "insert into idgen_owner values (" + second + ")");
        execute(running, "insert into idgen_pet values (" + second + ", " + first + ")");
        execute(running, "insert into idgen_pet values (" + first + ", null)");
        execute(running, "insert into idgen_visit values (1, " + second + ")");
    }

    private static void dropTables(RunningDatabase running) throws SQLException {
        for (String table : TABLES) {
            execute(running, "drop table " + table);
        }
    }

    private static List<List<String>> rows(RunningDatabase running) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                try (ResultSet rows = statement.executeQuery("select * from " + table + " order by 1")) {
                    while (rows.next()) {
                        all.add(Arrays.asList(
                                rows.getString(1), rows.getMetaData().getColumnCount() < 2 ? "" : rows.getString(2)));
                    }
                }
            }
        }
        return all;
    }

    /** The keys of all tables with what they say, and which columns may be null. */
    private static List<String> keys(RunningDatabase running) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (Connection connection = running.connect()) {
            DatabaseMetaData metadata = connection.getMetaData();
            for (String table : TABLES) {
                String stored = metadata.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
                String catalog = connection.getCatalog();
                String schema = connection.getSchema();
                add(keys, metadata.getPrimaryKeys(catalog, schema, stored), "PK_NAME", "COLUMN_NAME");
                add(
                        keys,
                        metadata.getImportedKeys(catalog, schema, stored),
                        "FK_NAME",
                        "FKCOLUMN_NAME",
                        "PKTABLE_NAME",
                        "PKCOLUMN_NAME",
                        "DELETE_RULE",
                        "UPDATE_RULE");
                add(keys, metadata.getColumns(catalog, schema, stored, null), "COLUMN_NAME", "NULLABLE");
            }
        }
        return keys;
    }

    private static void add(List<String> keys, ResultSet found, String... columns) throws SQLException {
        try (ResultSet rows = found) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (String column : columns) {
                    values.add(rows.getString(column));
                }
                keys.add(String.join(" ", values));
            }
        }
    }

    /** New rows refer to new ones and to old ones. */
    private static void useTables(RunningDatabase running) {
        try (SessionFactory factory = start(running, Owner.class, Pet.class)) {
            factory.inTransaction(session -> {
                Pet pet = new Pet();
                pet.owner = new Owner();
                session.persist(pet.owner);
                session.persist(pet);
                assertThat(session.find(Pet.class, 8L).owner.id).isEqualTo(7L);
                session.find(Pet.class, 7L).owner = pet.owner;
            });
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

    @Entity(name = "GuidText")
    @Table(name = "idgen_old_guid")
    static class GuidText {
        @Id
        @CombGuid
        @Column(length = 36)
        @JdbcTypeCode(SqlTypes.CHAR)
        UUID id;
    }

    /** The mapping's type would have rows arrive scattered; to change the column's would change the ids on SQL Server. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "SQL_SERVER"})
    void columnThatComparesInAnotherOrderIsNamed(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        String own = database == TestDatabase.MARIADB ? "uuid" : "uniqueidentifier";
        String other = database == TestDatabase.MARIADB ? "char(36)" : "binary(16)";
        Class<?> mappedAsOther = database == TestDatabase.MARIADB ? GuidText.class : GuidBytes.class;
        assertThat(warnings(running, own, mappedAsOther))
                .singleElement()
                .asString()
                .startsWith(mappedAsOther.getSimpleName() + ".id [" + own
                        + "]: column idgen_old_guid.id compares in order ")
                .contains("map the column with the type that it has");
        assertThat(warnings(running, other, Guid.class))
                .singleElement()
                .asString()
                .contains(
                        "Guid.id [" + other + "]: ",
                        "but the ids ascend in order ",
                        "map the column with the type that" + " it has")
                .doesNotContain("alter table");
        assertThat(warnings(running, own, Guid.class)).isEmpty();
        assertThat(warnings(running, other, mappedAsOther)).isEmpty();
    }

    /** PostgreSQL converts nothing that it is sent but to text, and does not compare that with it. */
    @ParameterizedTest
    @CsvSource({
        "Guid, bytea, does not suit GUIDs that are sent as a GUID",
        "Guid, varchar(36), does not suit GUIDs that are sent as a GUID",
        "Guid, bigint, does not suit GUIDs",
        "GuidBytes, uuid, does not suit GUIDs that are sent as bytes"
    })
    void columnWhoseRowsAreNeverFoundIsRefusedAtTheStart(String name, String type, String problem)
            throws ReflectiveOperationException, SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        Class<?> mapped = Class.forName(ColumnCheckIT.class.getName() + "$" + name);
        execute(running, "create table idgen_old_guid (id " + type + " not null)");
        try {
            assertThat(refusal(running, mapped)).contains(problem).doesNotContain("alter table");
            try (SessionFactory factory = Hibernate.on(running.persistenceSettings(), mapped)
                    .with(IdgenSettings.COLUMN_CHECK, "off")
                    .start()) {
                Object entity = mapped.getDeclaredConstructor().newInstance();
                assertThatThrownBy(() -> {
                            factory.inTransaction(session -> session.persist(entity));
                            Object id = factory.getPersistenceUnitUtil().getIdentifier(entity);
                            factory.inTransaction(session -> session.find(mapped, id));
                        })
                        .as("what the start saves")
                        .hasStackTraceContaining("PSQLException");
            }
        } finally {
            execute(running, "drop table idgen_old_guid");
        }
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

    private static String refusal(RunningDatabase running, Class<?>... entities) {
        IdgenConfigurationException[] error = new IdgenConfigurationException[1];
        assertThatThrownBy(() -> start(running, entities).close())
                .isInstanceOfSatisfying(IdgenConfigurationException.class, thrown -> error[0] = thrown);
        return error[0].getMessage();
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
