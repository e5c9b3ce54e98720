package io.github.hibernateidgen.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.IdgenConfigurationException;
import io.github.hibernateidgen.IdgenSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The worker number from the host's name, with hosts of every name. */
class WorkerSettingsTest {

    private static WorkerSettings onHost(String name) {
        return WorkerSettings.read(new SettingsReader(Map.of(IdgenSettings.WORKER_SOURCE, "hostname")), () -> name);
    }

    @Test
    void statefulSetGivesItsOrdinal() {
        assertThat(onHost("orders-3").source().reservation().worker()).isEqualTo(3);
    }

    @Test
    void hostWithoutOrdinalIsRefusedByNameWhenTheNumberIsNeeded() {
        WorkerSettings settings = onHost("laptop");
        assertThatThrownBy(settings::source)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageStartingWith("hibernate.idgen.worker.source [hostname]: host name [laptop]")
                .hasMessageContaining("set a fixed worker number");
    }

    @Test
    void podOfADeploymentIsRefused() {
        WorkerSettings settings = onHost("orders-7d4b9c6f88-24567");
        assertThatThrownBy(settings::source)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("Deployment");
    }
}
