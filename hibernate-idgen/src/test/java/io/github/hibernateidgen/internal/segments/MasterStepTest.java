package io.github.hibernateidgen.internal.segments;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.Stripe;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MasterStepTest {

    @ParameterizedTest
    @CsvSource({"1,1,0,1", "1,1,2,3", "3,2,2,3", "3,3,0,3", "3,2,0,1", "2000,7,0,1"})
    void agreesWithTheServer(int increment, int offset, int stripe, int of) {
        assertThatCode(() -> new MasterStep(increment, offset).check("Order.id", new Stripe(stripe, of)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"3,2,1,3", "3,3,2,3", "3,2,2,4", "2,2,2,3", "2000,7,7,1000"})
    void refusesAnotherStripe(int increment, int offset, int stripe, int of) {
        assertThatThrownBy(() -> new MasterStep(increment, offset).check("Order.id", new Stripe(stripe, of)))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("Order.id [stripe " + stripe + " of " + of
                        + "]: the database has auto_increment_increment [" + increment + "]");
    }
}
