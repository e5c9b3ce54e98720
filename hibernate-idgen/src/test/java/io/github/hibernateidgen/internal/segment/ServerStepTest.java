package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.segment.OffsetAndStep;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerStepTest {

    private static final Remedies NAMES = new Remedies("idgen.", false);

    @ParameterizedTest
    @CsvSource({"1,1,1,1", "1,1,2,3", "3,1,1,3", "3,2,2,3", "3,3,3,3", "3,5,2,3", "3,6,3,3", "3,2,1,1", "2000,7,1,1"})
    void agreesWithTheServer(int increment, int serverOffset, int offset, int step) {
        assertThatCode(() -> new ServerStep(increment, serverOffset)
                        .check("Order.id", new OffsetAndStep(offset, step), NAMES))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"3,2,1,3", "3,3,2,3", "3,2,2,4", "2,2,2,3", "2000,7,7,1000"})
    void refusesAnotherOffset(int increment, int serverOffset, int offset, int step) {
        assertThatThrownBy(() -> new ServerStep(increment, serverOffset)
                        .check("Order.id", new OffsetAndStep(offset, step), NAMES))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("Order.id [offset " + offset + ", step " + step
                        + "]: the database has auto_increment_increment [" + increment + "]");
    }
}
