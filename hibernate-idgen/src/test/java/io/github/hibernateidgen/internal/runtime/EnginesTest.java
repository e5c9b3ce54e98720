package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Hibernate;
import io.github.hibernateidgen.internal.notation.Notation;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.internal.SessionFactoryImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attributes are found by their paths, of which an embeddable's begins with the name of a table. */
class EnginesTest {

    private static SessionFactory factory;

    private Engines attributes;

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2().start();
    }

    @AfterAll
    static void stop() {
        factory.close();
    }

    @BeforeEach
    void make() {
        SessionFactoryImplementor made = factory.unwrap(SessionFactoryImplementor.class);
        attributes = new Engines(SessionFactoryEngines.of(made).settings(), made, engines -> List.of());
    }

    private static final class Numbered extends BoundAttribute {

        Numbered() {
            super("Line.number", null, "why", Notation.segments(Long.class), false, new LongAdder());
        }

        @Override
        public Kind kind() {
            return Kind.SEGMENT;
        }

        @Override
        protected String values() {
            return "values";
        }

        @Override
        public Object next(SharedSessionContractImplementor session, Object owner) {
            return 1L;
        }

        @Override
        public void requireTime() {}
    }

    private BoundAttribute add(String key) {
        BoundAttribute added = new Numbered();
        attributes.add(key, added);
        return added;
    }

    @Test
    void anEntitysOwnAttributeComesBeforeAnEmbeddablesInATableOfItsName() {
        BoundAttribute own = add("Line.number");
        add("Line.number no");
        assertThat(attributes.find("Line.number")).isSameAs(own);
    }

    @Test
    void soItDoesIfItIsBoundAfterwards() {
        add("Line.number no");
        BoundAttribute own = add("Line.number");
        assertThat(attributes.find("Line.number")).isSameAs(own);
        assertThat(attributes.attributes()).hasSize(2);
    }

    /** Hibernate 7 and later bind each attribute twice, the second time to the generators that they use. */
    @Test
    void theLastTimeCounts() {
        add("Line.number");
        BoundAttribute last = add("Line.number");
        assertThat(attributes.attributes()).containsExactly(last);
    }

    @Test
    void othersAreNotHibernateReactive() {
        assertThat(Engines.isReactive(SessionFactoryImpl.class)).isFalse();
    }
}
