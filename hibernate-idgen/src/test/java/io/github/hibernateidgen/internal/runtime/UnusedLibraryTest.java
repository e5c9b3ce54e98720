package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.MemoryImage;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;

/** A session factory has engines only where an attribute or a setting of this library is there. */
class UnusedLibraryTest {

    @Entity(name = "Plain")
    static class Plain {
        @Id
        Long id;
    }

    /** Its generator is made after the Integrator was called, by Hibernate 7 and later. */
    @Entity(name = "Tagged")
    static class Tagged {
        @Id
        Long id = 1L;

        @CombGuid
        UUID tag;
    }

    @Test
    void anApplicationThatDoesNotUseItHasNoEngines() {
        try (SessionFactory factory = withoutSettings(Plain.class).start()) {
            assertThat(engines(factory)).isEmpty();
        }
    }

    @Test
    void enginesOfAnUnusedLibraryAreMadeForAQuestion() {
        try (SessionFactory factory = withoutSettings(Plain.class).start()) {
            Idgen idgen = Idgen.of(factory);
            assertThat(idgen.layouts()).hasSize(6);
            assertThat(idgen.workerSource()).isEmpty();
            assertThat(engines(factory)).hasSize(1);
        }
    }

    @Test
    void aSettingIsCheckedThoughNothingUsesIt() {
        assertThatThrownBy(() -> withoutSettings(Plain.class)
                        .with(IdgenSettings.PREFIX + "wroker.id", 5)
                        .start())
                .hasStackTraceContaining(IdgenConfigurationException.class.getName())
                .hasStackTraceContaining("wroker.id");
    }

    @Test
    void anAttributeThatIsNoIdHasEnginesInTime() {
        try (SessionFactory factory = withoutSettings(Tagged.class).start()) {
            Tagged row = new Tagged();
            factory.inTransaction(session -> session.persist(row));
            assertThat(row.tag).isNotNull();
            assertThat(engines(factory)).hasSize(1);
        }
    }

    private static Hibernate withoutSettings(Class<?> entity) {
        return Hibernate.onH2(entity).without(IdgenSettings.WORKER_ID);
    }

    private static Map<?, ?> engines(SessionFactory factory) {
        RegistryEngines all = factory.unwrap(SessionFactoryImplementor.class)
                .getServiceRegistry()
                .requireService(RegistryEngines.class);
        return (Map<?, ?>) MemoryImage.value(all, "byFactory");
    }
}
