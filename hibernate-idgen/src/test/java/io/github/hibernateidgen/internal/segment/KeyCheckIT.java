package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LogCapture;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.PartitionKey;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Entities without a unique key of the id alone, as startup finds them. {@link SegmentCrashIT} shows what happens to them. */
class KeyCheckIT {

    private static final String HAPPENS =
            "from having one number, which can happen after PostgreSQL crashes or a standby is promoted; take the numbers"
                    + " from a table, with table = true and optimizer = POOLED_LO";

    @Entity(name = "KeyedVehicle")
    @Table(name = "key_vehicle")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Vehicle {
        @Id
        @SegmentId(sequence = "key_vehicle_seq")
        Long id;
    }

    @Entity(name = "KeyedCar")
    @Table(name = "key_car")
    static class Car extends Vehicle {}

    @Entity(name = "KeyedBus")
    @Table(name = "key_bus")
    static class Bus extends Vehicle {}

    @Entity(name = "KeyedParcel")
    @Table(name = "key_parcel")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Parcel {
        @Id
        @SegmentId(sequence = "key_parcel_numbers", table = true, optimizer = SegmentId.Optimizer.POOLED_LO)
        Long id;
    }

    @Entity(name = "KeyedLetter")
    @Table(name = "key_letter")
    static class Letter extends Parcel {}

    @Entity(name = "KeyedEvent")
    @Table(name = "key_event")
    static class Event {
        @Id
        @Column(name = "`Id`")
        @SegmentId(sequence = "key_event_seq")
        Long id;

        @PartitionKey
        int day;
    }

    private RunningDatabase running;

    private List<String> warnings(String action, Class<?>... entities) {
        try (LogCapture log = new LogCapture();
                SessionFactory factory = Hibernate.on(running.persistenceSettings(), entities)
                        .with(AvailableSettings.HBM2DDL_AUTO, action)
                        .start()) {
            assertThat(factory.isOpen()).isTrue();
            return log.warnings();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void tablePerClassIsWarnedOf(TestDatabase database) {
        running = database.orSkip();
        List<String> warnings = warnings("create-drop", Vehicle.class, Car.class, Bus.class);
        if (database == TestDatabase.H2) {
            assertThat(warnings).isEmpty();
            return;
        }
        assertThat(warnings).singleElement().asString().contains(HAPPENS);
        assertThat(warnings.get(0))
                .contains("KeyedVehicle.id has its numbers from sequence key_vehicle_seq")
                .containsPattern("rows of \\[key_(car, key_bus|bus, key_car)]");
    }

    @Test
    void oneTableOfAHierarchyIsFine() {
        running = TestDatabase.POSTGRESQL.orSkip();
        assertThat(warnings("create-drop", Vehicle.class, Car.class)).isEmpty();
    }

    @Test
    void tableOfNumbersIsFine() {
        running = TestDatabase.POSTGRESQL.orSkip();
        assertThat(warnings("create-drop", Parcel.class, Letter.class)).isEmpty();
    }

    /** Hibernate 7 adds a {@code @PartitionKey} to the primary key that it creates, and Hibernate 6.6 does not. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    primary key ("Id", day)) partition by range (day); true
                    primary key (day, "Id")) partition by range (day); true
                    primary key ("Id")) partition by hash ("Id"); false
                    primary key ("Id")); false
                    unique ("Id"), primary key ("Id", day)); false
                    primary key ("Id", day)); true
                    id bigint unique); true
                    """)
    void keysOfTheDatabaseCount(String table, boolean isWarnedOf) throws SQLException {
        running = TestDatabase.POSTGRESQL.orSkip();
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table key_event (\"Id\" bigint not null, day integer not null, " + table);
            statement.execute("create sequence key_event_seq increment 50");
            try {
                assertThat(warnings("none", Event.class).stream().filter(line -> line.contains(HAPPENS)))
                        .hasSize(isWarnedOf ? 1 : 0);
            } finally {
                statement.execute("drop table key_event; drop sequence key_event_seq");
            }
        }
    }
}
