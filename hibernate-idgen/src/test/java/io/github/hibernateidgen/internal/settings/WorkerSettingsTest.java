package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The worker number from the host's name, with hosts of every name. */
class WorkerSettingsTest {

    private static Supplier<WorkerSource> onHost(String name) {
        WorkerSettings settings = WorkerSettings.read(
                new SettingsReader(Map.of(IdgenSettings.WORKER_SOURCE, "hostname")),
                InstantSource.system(),
                () -> name);
        return () -> settings.factory().apply(null).source();
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
                .hasMessageContaining("set a fixed worker number");
    }

    @Test
    void podOfADeploymentIsRefused() {
        Supplier<WorkerSource> source = onHost("orders-7d4b9c6f88-24567");
        assertThatThrownBy(source::get)
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("Deployment");
    }
}
