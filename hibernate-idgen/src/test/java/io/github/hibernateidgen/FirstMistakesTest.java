package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a new user reads after each of the first mistakes, in Hibernate without a framework. */
class FirstMistakesTest {

    @Entity(name = "Shipment")
    @Table(name = "shipment")
    static class Shipment {
        @Id
        @SnowflakeId
        Long id;

        String text;
    }

    @PublicId(prefix = "par_")
    record ParcelId(Long value) {}

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SnowflakeId
        ParcelId id;
    }

    @Entity(name = "Both")
    static class Both {
        @Id
        @SnowflakeId
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
    }

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
    private Connection database;

    @BeforeEach
    void open() throws SQLException {
        database = DriverManager.getConnection(url, "sa", "");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = database.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Hibernate hibernate(String action, Class<?>... entities) {
        return Hibernate.onH2(entities)
                .without(IdgenSettings.WORKER_ID)
                .with(AvailableSettings.JAKARTA_JDBC_URL, url)
                .with(AvailableSettings.JAKARTA_JDBC_USER, "sa")
                .with(AvailableSettings.HBM2DDL_AUTO, action);
    }

    private static String failure(Hibernate hibernate) {
        Throwable thrown = catchThrowable(() -> hibernate.start().close());
        assertThat(thrown).isNotNull();
        return String.valueOf(thrown.getMessage());
    }

    private static String warning(Hibernate hibernate, String part) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = hibernate.start()) {
            assertThat(factory.isOpen()).isTrue();
            List<String> found =
                    log.warnings().stream().filter(line -> line.contains(part)).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "validate"})
    void missingTable(String action) throws SQLException {
        execute("create table shipment (id bigint not null primary key, text varchar(255))");
        assertThat(failure(hibernate(action, Shipment.class)))
                .contains("JDBC table PUBLIC.idgen_worker", "create it with\ncreate table PUBLIC.idgen_worker")
                .contains("hibernate.idgen.worker.jdbc.schema-management=create");
    }

    @Test
    void misspeltSetting() {
        assertThat(failure(hibernate("create", Shipment.class).with("hibernate.idgen.worker.namespac", "x")))
                .startsWith("hibernate.idgen.worker.namespac [hidden]: no setting has this name")
                .contains("the nearest name is hibernate.idgen.worker.namespace", "settings.md");
    }

    @Test
    void settingOfAnotherFramework() {
        assertThat(failure(hibernate("create", Shipment.class).with("idgen.snowflake.layout", "innodb")))
                .startsWith("idgen.snowflake.layout [hidden]: no setting has this name")
                .endsWith("; write hibernate.idgen.snowflake.layout");
    }

    @Test
    void bitsThatDoNotAddUp() {
        assertThat(failure(hibernate("create", Shipment.class)
                        .with("hibernate.idgen.snowflake.layouts.mine.fields", "time:41, worker:12, sequence:12")
                        .with(IdgenSettings.SNOWFLAKE_LAYOUT, "mine")))
                .startsWith("hibernate.idgen.snowflake.layouts.mine.fields [time:41, worker:12, sequence:12]: ")
                .contains("65", "63");
    }

    @Test
    void integerColumn() throws SQLException {
        execute("create table shipment (id integer not null primary key, text varchar(255))", JdbcDatabase.H2.ddl());
        assertThat(failure(hibernate("validate", Shipment.class)))
                .startsWith("Shipment.id [integer]: column shipment.id holds only integers of up to 31 bits")
                .contains("alter table shipment alter column id set data type bigint");
    }

    /** Hibernate takes the annotation of this library, so the id is there before the insert. */
    @Test
    void identityBesideTheAnnotation() throws SQLException {
        try (SessionFactory factory = hibernate("create-drop", Both.class).start()) {
            factory.inTransaction(session -> {
                Both both = new Both();
                session.persist(both);
                assertThat(both.id).isGreaterThan(1L << 50);
            });
        }
    }

    @Test
    void idSetByHand() {
        try (SessionFactory factory = hibernate("create-drop", Shipment.class).start()) {
            Shipment shipment = new Shipment();
            shipment.id = 5L;
            Throwable thrown = catchThrowable(() -> factory.inTransaction(session -> session.merge(shipment)));
            assertThat(thrown).isInstanceOf(OptimisticLockException.class);
            assertThat(thrown)
                    .as("docs/mappings.md has this text")
                    .hasMessageMatching("(?s).*Row was (already )?updated or deleted by another transaction.*");
        }
    }

    @Test
    void numberForATypedParameter() {
        try (SessionFactory factory = hibernate("create-drop", Parcel.class).start()) {
            Throwable thrown = catchThrowable(() -> factory.inTransaction(session -> session.find(Parcel.class, 5L)));
            assertThat(thrown).hasMessageContainingAll("Long", "ParcelId");
        }
    }

    @Test
    void twoSchemas() throws SQLException {
        execute("create schema shop", "create table shop.shipment (id bigint primary key, text varchar(255))");
        execute(JdbcDatabase.H2.ddl());
        String message = warning(hibernate("none", ShopShipment.class), "Worker numbers are reserved in");
        assertThat(message).contains("shop.shipment", "idgen_worker").contains("in hibernate.idgen.worker.jdbc.table");
    }

    @Entity(name = "ShopShipment")
    @Table(schema = "shop", name = "shipment")
    static class ShopShipment {
        @Id
        @SnowflakeId
        Long id;
    }

    @Test
    void equalFixedNumbers() throws SQLException {
        execute(JdbcDatabase.H2.ddl());
        assertThat(warning(hibernate("update", Shipment.class).with(IdgenSettings.WORKER_ID, 5), "is not checked"))
                .contains("worker number 5 from hibernate.idgen.worker.id")
                .contains("set hibernate.idgen.worker.range=5-5");
    }

    @Test
    void layoutChangedOnAFilledTable() throws SQLException {
        execute(
                "create table shipment (id bigint not null primary key, text varchar(255))",
                "insert into shipment (id) values (" + SnowflakeLayout.TWITTER.firstId(Instant.now()) + ")");
        assertThat(warning(hibernate("update", Shipment.class), "has the id"))
                .contains("days] after the ids that layout [standard] makes now")
                .contains("in hibernate.idgen.snowflake.layout");
    }

    /** The number that JavaScript has rounded finds no row; the text of a typed id is whole. */
    @Test
    void browserThatSendsAnIdBack() {
        try (SessionFactory factory = hibernate("create-drop", Parcel.class).start()) {
            Parcel parcel = new Parcel();
            factory.inTransaction(session -> session.persist(parcel));
            IdText text = Idgen.of(factory).idText(Parcel.class);
            assertThat(text.read(text.write(parcel.id))).isEqualTo(parcel.id);
        }
    }

    /** A start where nothing is wrong logs no warning. */
    @Test
    void noMistake() {
        try (LogCapture log = new LogCapture();
                SessionFactory factory =
                        hibernate("create-drop", Shipment.class, Parcel.class).start()) {
            assertThat(factory.isOpen()).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }
}
