package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;

/** Entities that write one column need ids of one sequence, or of layouts that never make the same id. */
class SharedColumnTest {

    @Entity(name = "Standard")
    @Table(name = "orders")
    static class Standard {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Javascript")
    @Table(name = "orders")
    static class Javascript {
        @Id
        @SnowflakeId(layout = "javascript")
        Long id;
    }

    @Entity(name = "Quoted")
    @Table(name = "`ORDERS`", schema = "PUBLIC")
    static class Quoted {
        @Id
        @SnowflakeId(layout = "javascript")
        @Column(name = "`ID`")
        Long id;
    }

    @Entity(name = "Archived")
    @Table(name = "orders", schema = "archive")
    static class Archived {
        @Id
        @SnowflakeId(layout = "javascript")
        Long id;
    }

    @Entity(name = "OfAnotherColumn")
    @Table(name = "orders")
    static class OfAnotherColumn {
        @Id
        @SnowflakeId(layout = "javascript")
        @Column(name = "legacy_id")
        Long id;
    }

    @Entity(name = "Numbered")
    @Table(name = "invoices")
    static class Numbered {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId
        Long number;
    }

    @Entity(name = "NumberedOtherwise")
    @Table(name = "invoices")
    static class NumberedOtherwise {
        @Id
        @SnowflakeId
        Long id;

        @SnowflakeId(layout = "javascript")
        Long number;
    }

    @Entity(name = "WithDetails")
    @Table(name = "parcels")
    @SecondaryTable(name = "orders", pkJoinColumns = @PrimaryKeyJoinColumn(name = "id"))
    static class WithDetails {
        @Id
        @SnowflakeId
        @Column(name = "parcel_id")
        Long id;

        @Column(table = "orders")
        String detail;
    }

    @Entity(name = "Ship")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Ship {
        @Id
        @SnowflakeId
        @Column(name = "ship_id")
        Long id;
    }

    @Entity(name = "Ferry")
    @Table(name = "orders")
    @PrimaryKeyJoinColumn(name = "id")
    static class Ferry extends Ship {}

    @Entity(name = "Vehicle")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Vehicle {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Car")
    @Table(name = "orders")
    static class Car extends Vehicle {}

    static class LineKey implements Serializable {
        private static final long serialVersionUID = 1L;

        int line;

        @SnowflakeId
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey key && key.line == line && key.number.equals(number);
        }

        @Override
        public int hashCode() {
            return line;
        }
    }

    @Entity(name = "Line")
    @IdClass(LineKey.class)
    static class Line {
        @Id
        int line;

        @Id
        @SnowflakeId(layout = "javascript")
        Long number;
    }

    @Entity(name = "InA")
    @Table(name = "goods")
    static class InA {
        @Id
        @SnowflakeId(layout = "a", fields = @SnowflakeId.Field(name = "kind", value = 3))
        Long id;
    }

    @Entity(name = "InB")
    @Table(name = "goods")
    static class InB {
        @Id
        @SnowflakeId(layout = "b", fields = @SnowflakeId.Field(name = "kind", value = 4))
        Long id;
    }

    @Entity(name = "InBWithTheNumberOfA")
    @Table(name = "goods")
    static class InBWithTheNumberOfA {
        @Id
        @SnowflakeId(layout = "b", fields = @SnowflakeId.Field(name = "kind", value = 3))
        Long id;
    }

    /** The worker number has one more bit in the second, so its sequence has one less. */
    private static Hibernate hibernate(Class<?>... entities) {
        String layouts = IdgenSettings.SNOWFLAKE_LAYOUTS;
        return Hibernate.onH2(entities)
                .with("hibernate.hbm2ddl.create_namespaces", true)
                .with(layouts + "a.fields", "time:40, entity.kind:3, worker:8, sequence:12")
                .with(layouts + "b.fields", "time:40, entity.kind:3, worker:9, sequence:11");
    }

    private static void assertRejected(String subject, String other, Class<?>... entities) {
        assertThatThrownBy(() -> hibernate(entities).start().close())
                .isInstanceOfSatisfying(IdgenConfigurationException.class, error -> {
                    assertThat(Set.of(subject, other)).contains(error.subject());
                    assertThat(error.getMessage())
                            .contains(subject, other, "which", "makes, and the two layouts can make the same id");
                });
    }

    private static void assertStarts(Class<?>... entities) {
        try (SessionFactory factory = hibernate(entities).start()) {
            assertThat(factory.isOpen()).isTrue();
        }
    }

    @Test
    void twoLayoutsOnOneColumnAreRejected() {
        assertThatThrownBy(() ->
                        hibernate(Standard.class, Javascript.class).start().close())
                .isInstanceOfSatisfying(
                        IdgenConfigurationException.class,
                        error -> assertThat(error.getMessage())
                                .isIn(
                                        "Javascript.id [javascript]: column PUBLIC.orders.id also contains ids of layout"
                                                + " [standard], which Standard.id makes, and the two layouts can make"
                                                + " the same id; give both attributes the same layout, or write them to"
                                                + " separate tables",
                                        "Standard.id [standard]: column PUBLIC.orders.id also contains ids of layout"
                                                + " [javascript], which Javascript.id makes, and the two layouts can"
                                                + " make the same id; give both attributes the same layout, or write"
                                                + " them to separate tables"));
    }

    @Test
    void quotedNameOfTheSameColumnIsTheSame() {
        assertRejected("Standard.id", "Quoted.id", Standard.class, Quoted.class);
    }

    @Test
    void defaultSchemaIsTheSchemaOfATableWithoutOne() {
        assertThatThrownBy(() -> hibernate(Standard.class, Archived.class)
                        .with(AvailableSettings.DEFAULT_SCHEMA, "archive")
                        .start()
                        .close())
                .hasMessageContaining("column archive.orders.id also contains ids of layout");
    }

    @Test
    void otherSchemasTablesAndColumnsHaveOtherIds() {
        assertStarts(Standard.class, Archived.class);
        assertStarts(Standard.class, OfAnotherColumn.class);
        assertStarts(Numbered.class, Javascript.class);
    }

    @Test
    void attributesThatAreNoIdsAreCompared() {
        assertRejected("Numbered.number", "NumberedOtherwise.number", Numbered.class, NumberedOtherwise.class);
    }

    @Test
    void secondaryTableHasTheIdsOfItsEntity() {
        assertRejected("WithDetails.id", "Javascript.id", WithDetails.class, Javascript.class);
    }

    @Test
    void tableOfASubclassHasTheIdsOfItsSuperclass() {
        assertRejected("Ship.id", "Javascript.id", Ship.class, Ferry.class, Javascript.class);
        assertRejected("Vehicle.id", "Javascript.id", Vehicle.class, Car.class, Javascript.class);
    }

    @Test
    void copyInAnIdClassMakesNoIds() {
        assertStarts(Line.class);
    }

    @Test
    void layoutsWithDifferentNumbersInTheSameBitsNeverMeet() {
        try (SessionFactory factory = hibernate(InA.class, InB.class).start()) {
            Set<Object> ids = new HashSet<>();
            for (int i = 0; i < 5000; i++) {
                ids.add(Hibernate.nextId(factory, InA.class));
                ids.add(Hibernate.nextId(factory, InB.class));
            }
            assertThat(ids).hasSize(10_000);
        }
        assertRejected("InA.id", "InBWithTheNumberOfA.id", InA.class, InBWithTheNumberOfA.class);
    }
}
