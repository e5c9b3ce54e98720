package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.SessionFactoryImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Attributes are found by their paths, of which an embeddable's begins with the name of a table. */
class EnginesTest {

    private static SessionFactory factory;
    private static BoundAttribute own;
    private static BoundAttribute embedded;

    private final Attributes attributes = new Attributes();

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
        Engines started = Engines.of(factory.unwrap(SessionFactoryImplementor.class));
        own = attribute(started, "number");
        embedded = attribute(started, "no");
        assertThat(started.find("Line.number")).isSameAs(own);
    }

    private static BoundAttribute attribute(Engines engines, String column) {
        return engines.attributes(BoundAttribute.class).stream()
                .filter(attribute -> attribute.path().equals("Line.number")
                        && attribute.column().startsWith(column + " "))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void stop() {
        factory.close();
    }

    @Test
    void anEntitysOwnAttributeComesBeforeAnEmbeddablesInATableOfItsName() {
        attributes.add("Line.number", own);
        attributes.add("Line.number no", embedded);
        assertThat(attributes.find("Line.number")).isSameAs(own);
    }

    @Test
    void soItDoesIfItIsBoundAfterwards() {
        attributes.add("Line.number no", embedded);
        attributes.add("Line.number", own);
        assertThat(attributes.find("Line.number")).isSameAs(own);
        assertThat(attributes.of(BoundAttribute.class)).hasSize(2);
    }

    /** Hibernate 7 and later bind each attribute twice, the second time to the generators that they use. */
    @Test
    void theLastTimeCounts() {
        attributes.add("Line.number", own);
        attributes.add("Line.number", embedded);
        assertThat(attributes.of(BoundAttribute.class)).containsExactly(embedded);
    }

    @Test
    void othersAreNotHibernateReactive() {
        assertThat(Engines.isReactive(SessionFactoryImpl.class)).isFalse();
    }

    /** The parts of a session factory without attributes; the first throws at its end. */
    private static Engines recording(List<String> calls) {
        SessionFactoryImplementor hibernate = factory.unwrap(SessionFactoryImplementor.class);
        return new Engines(
                Engines.of(hibernate).settings(),
                hibernate,
                engines -> List.of(new RecordingPart("first", true, calls), new RecordingPart("last", false, calls)));
    }

    private record RecordingPart(String name, boolean isBroken, List<String> calls) implements Part {

        @Override
        public void beforeImage() {
            calls.add("suspend " + name);
        }

        @Override
        public void afterImage() {
            calls.add("resume " + name);
        }

        @Override
        public Runnable close() {
            calls.add("end " + name);
            if (isBroken) {
                throw new IllegalStateException(name);
            }
            return () -> calls.add("wait for " + name);
        }
    }

    @Test
    void lastPartToBeSuspendedResumesFirst() {
        List<String> calls = new ArrayList<>();
        Engines recording = recording(calls);
        recording.suspend();
        recording.resume();
        assertThat(calls).containsExactly("suspend first", "suspend last", "resume last", "resume first");
    }

    @Test
    void eachPartEndsAlthoughAnotherThrows() {
        List<String> calls = new ArrayList<>();
        assertThatIllegalStateException().isThrownBy(recording(calls)::close).withMessage("first");
        assertThat(calls).containsExactly("end first", "end last", "wait for last");
    }
}
