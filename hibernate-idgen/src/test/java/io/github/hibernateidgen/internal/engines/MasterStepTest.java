package io.github.hibernateidgen.internal.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.LogCapture;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.Stripe;
import java.util.List;
import org.junit.jupiter.api.Test;
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

    /** A counter in Redis serves all masters, and refuses the stripe that would be asked for. */
    @Test
    void passesOverNumbersThatAreNotOfTheDatabase() {
        MasterStep second = new MasterStep(3, 2);
        try (LogCapture log = new LogCapture()) {
            second.check(List.of(attribute("Order.id", false)));
            assertThat(log.warnings()).isEmpty();
            second.check(List.of(attribute("Parcel.id", true)));
            assertThat(log.warnings()).singleElement().asString().contains("Parcel.id issues all numbers");
        }
    }

    private static BoundAttribute attribute(String path, boolean inDatabase) {
        return BoundAttribute.of(
                path,
                "id of type bigint",
                "50 at a time",
                new AttributeSegments(Stripe.ALL, inDatabase, SegmentLimits.DEFAULT, Runnable::run));
    }
}
