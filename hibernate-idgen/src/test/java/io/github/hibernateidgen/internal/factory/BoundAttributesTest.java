package io.github.hibernateidgen.internal.factory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.internal.notation.Notation;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Attributes are found by their paths, of which an embeddable's begins with the name of a table. */
class BoundAttributesTest {

    private final BoundAttributes attributes = new BoundAttributes();

    private BoundAttribute add(String key) {
        return attributes.add(
                key,
                new BoundAttribute(
                        "Line.number",
                        null,
                        "values",
                        "why",
                        Notation.segments(Long.class),
                        "engine",
                        null,
                        null,
                        false,
                        null,
                        null,
                        new LongAdder()));
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
        assertThat(attributes.all()).hasSize(2);
    }

    /** Hibernate 7 and later bind each attribute twice, the second time to the generators that they use. */
    @Test
    void theLastTimeCounts() {
        add("Line.number");
        BoundAttribute last = add("Line.number");
        assertThat(attributes.all()).containsExactly(last);
    }
}
