package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.WorkerSource;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worker number from the host's name, with hosts of every name. */
class WorkerSettingsTest {

    private static Supplier<WorkerSource> onHost(String name) {
        return () -> WorkerSettings.hostname(name, new Remedies(IdgenSettings.PREFIX));
    }

    @Test
    void statefulSetGivesItsOrdinal() {
        assertThat(onHost("orders-3").get().reservation().worker()).isEqualTo(3);
    }

    @Test
    void hostWithoutOrdinalIsRefusedByNameWhenTheNumberIsNeeded() {
        Supplier<WorkerSource> source = onHost("laptop");
        assertThatThrownBy(source::get)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("hibernate.idgen.worker.source [hostname]: host name [laptop]")
                .hasMessageContaining("reserve a number instead");
    }

    @Test
    void podOfADeploymentIsRefused() {
        Supplier<WorkerSource> source = onHost("orders-7d4b9c6f88-24567");
        assertThatThrownBy(source::get)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("Deployment");
    }

    @ParameterizedTest
    @CsvSource({
        "ip-10-0-1-3, 3, true",
        "ip-10-0-2-3.ec2.internal, 3, true",
        "worker-192-168-255-17, 17, true",
        "orders-3, 3, false",
        "orders-1-2-3, 3, false",
        "orders-300-1-2-3, 3, false",
        "orders-1-2-3-400, 400, false",
        "orders-3.ip-10-0-1-3.example, 3, false"
    })
    void nameThatLooksLikeAnAddressIsWarnedOf(String name, long number, boolean warns) {
        try (LogCapture log = new LogCapture()) {
            assertThat(onHost(name).get().reservation().worker()).isEqualTo(number);
            if (warns) {
                assertThat(log.warnings())
                        .singleElement()
                        .asString()
                        .startsWith(
                                "host name [" + name + "] looks like an IP address, so worker number [" + number + "]")
                        .endsWith("; reserve a number with hibernate.idgen.worker.source=jdbc");
            } else {
                assertThat(log.warnings()).isEmpty();
            }
        }
    }
}
