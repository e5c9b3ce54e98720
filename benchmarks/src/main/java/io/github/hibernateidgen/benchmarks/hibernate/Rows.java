package io.github.hibernateidgen.benchmarks.hibernate;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.EnumSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.UuidGenerator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;

/** Entities that differ only in their ids. */
final class Rows {

    private Rows() {}

    @MappedSuperclass
    abstract static class Row {
        String text = "a row";
    }

    @Entity(name = "Assigned")
    static class Assigned extends Row {
        @Id
        Long id;
    }

    @Entity(name = "AssignedUuid")
    static class AssignedUuid extends Row {
        @Id
        UUID id;
    }

    /** Asks {@link Counter} for an id. */
    @IdGeneratorType(Counter.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Counted {}

    /** Counts in memory. This is the lowest possible cost of a generator, so the remaining cost is Hibernate's. */
    static class Counter implements BeforeExecutionGenerator {

        private static final long serialVersionUID = 1L;

        private final AtomicLong last = new AtomicLong();

        @Override
        public Object generate(
                SharedSessionContractImplementor session, Object owner, Object current, EventType eventType) {
            return last.incrementAndGet();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }
    }

    @Entity(name = "CountedRow")
    static class CountedRow extends Row {
        @Id
        @Counted
        Long id;
    }

    @Entity(name = "Snowflake")
    static class Snowflake extends Row {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Lanes")
    static class Lanes extends Row {
        @Id
        @SnowflakeId(layout = "lanes")
        Long id;
    }

    @Entity(name = "Comb")
    static class Comb extends Row {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "Version7")
    static class Version7 extends Row {
        @Id
        @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
        UUID id;
    }

    @Entity(name = "Sequence1000")
    static class Sequence1000 extends Row {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "s1000")
        @SequenceGenerator(name = "s1000", sequenceName = "s1000", allocationSize = 1000)
        Long id;
    }
}
