package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.SessionFactoryImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attributes are found by their paths, of which an embeddable's begins with the name of a table. */
class EnginesTest {

    private static SessionFactory factory;
    private static BoundAttribute own;
    private static BoundAttribute embedded;

    private Engines engines;

    @Entity(name = "Line")
    @Table(name = "lines")
    static class Line {
        @Id
        Long id;

        @SnowflakeId
        Long number;
    }

    @Embeddable
    static class Numbers {
        @SnowflakeId
        @Column(name = "no")
        Long number;
    }

    @Entity(name = "Other")
    @Table(name = "Line")
    static class Other {
        @Id
        Long id;

        @Embedded
        Numbers numbers;
    }

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(Line.class, Other.class).start();
        Engines started = SessionFactoryEngines.of(factory.unwrap(SessionFactoryImplementor.class));
        own = attribute(started, "number");
        embedded = attribute(started, "no");
        assertThat(started.find("Line.number")).isSameAs(own);
    }

    private static BoundAttribute attribute(Engines engines, String column) {
        return engines.attributes().stream()
                .filter(attribute -> attribute.path().equals("Line.number")
                        && attribute.column().startsWith(column + " "))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void stop() {
        factory.close();
    }

    @BeforeEach
    void make() {
        SessionFactoryImplementor made = factory.unwrap(SessionFactoryImplementor.class);
        engines = new Engines(SessionFactoryEngines.of(made).settings(), made, parts -> List.of());
    }

    @Test
    void anEntitysOwnAttributeComesBeforeAnEmbeddablesInATableOfItsName() {
        engines.add("Line.number", own);
        engines.add("Line.number no", embedded);
        assertThat(engines.find("Line.number")).isSameAs(own);
    }

    @Test
    void soItDoesIfItIsBoundAfterwards() {
        engines.add("Line.number no", embedded);
        engines.add("Line.number", own);
        assertThat(engines.find("Line.number")).isSameAs(own);
        assertThat(engines.attributes()).hasSize(2);
    }

    /** Hibernate 7 and later bind each attribute twice, the second time to the generators that they use. */
    @Test
    void theLastTimeCounts() {
        engines.add("Line.number", own);
        engines.add("Line.number", embedded);
        assertThat(engines.attributes()).containsExactly(embedded);
    }

    @Test
    void othersAreNotHibernateReactive() {
        assertThat(Engines.isReactive(SessionFactoryImpl.class)).isFalse();
    }
}
