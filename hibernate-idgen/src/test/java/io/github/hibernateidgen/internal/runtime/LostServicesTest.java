package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.testing.Parcel;
import io.github.hibernateidgen.testing.Receipt;
import io.github.hibernateidgen.testing.Ticket;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.internal.ClassLoaderServiceImpl;
import org.hibernate.boot.spi.MetadataBuilderFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.ServiceContributor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An application in one jar, whose files in META-INF/services are those of another library. */
class LostServicesTest {

    record OrderId(long value) {}

    @Entity(name = "TypedOrder")
    static class TypedOrder {
        @Id
        @SnowflakeId
        OrderId id;
    }

    @Entity(name = "Other")
    static class Other {
        @Id
        Long id;
    }

    /** Finds no class of ours by the files of these services. */
    private static final class Losing extends ClassLoaderServiceImpl {

        private static final long serialVersionUID = 1L;

        private final transient Set<Class<?>> lost;

        Losing(Set<Class<?>> lost) {
            this.lost = lost;
        }

        @Override
        public <S> Collection<S> loadJavaServices(Class<S> contract) {
            Collection<S> all = super.loadJavaServices(contract);
            return lost.contains(contract)
                    ? all.stream()
                            .filter(service -> !service.getClass().getName().startsWith("io.github.hibernateidgen."))
                            .toList()
                    : all;
        }
    }

    private static SessionFactory start(Set<Class<?>> lost, Class<?> entity) {
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                        .applyClassLoaderService(new Losing(lost))
                        .build())
                .applySetting(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID())
                .applySetting(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .build();
        try {
            return new MetadataSources(registry)
                    .addAnnotatedClass(entity)
                    .buildMetadata()
                    .buildSessionFactory();
        } catch (RuntimeException e) {
            StandardServiceRegistryBuilder.destroy(registry);
            throw e;
        }
    }

    static Stream<Arguments> losses() {
        // Envers has files of these three services.
        Set<Class<?>> toEnvers = Set.of(Integrator.class, ServiceContributor.class, TypeContributor.class);
        return Stream.of(Ticket.class, Receipt.class, Parcel.class, TypedOrder.class)
                .flatMap(entity -> Stream.of(
                        Arguments.of(Set.of(Integrator.class), entity, Integrator.class),
                        Arguments.of(Set.of(ServiceContributor.class), entity, ServiceContributor.class),
                        Arguments.of(toEnvers, entity, ServiceContributor.class)));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theStartStopsAndSaysWhatIsLost(Set<Class<?>> lost, Class<?> entity, Class<?> named) {
        assertThatExceptionOfType(IdgenConfigurationException.class)
                .isThrownBy(() -> start(lost, entity).close())
                .withMessage("META-INF/services [" + named.getName()
                        + "]: Hibernate was started without this library's "
                        + named.getSimpleName() + "; leave META-INF/services in the application's jar, and merge its"
                        + " files if the jar is built of several libraries");
    }

    @Test
    void theStartAlsoStopsWithoutAnyOfThem() {
        Set<Class<?>> all =
                Set.of(Integrator.class, ServiceContributor.class, TypeContributor.class, MetadataBuilderFactory.class);
        for (Class<?> entity : List.of(Ticket.class, Receipt.class, Parcel.class)) {
            assertThatExceptionOfType(IdgenConfigurationException.class)
                    .isThrownBy(() -> start(all, entity).close())
                    .withMessageStartingWith("META-INF/services [");
        }
    }

    @Test
    void withoutAttributesOfOursNothingStops() {
        try (SessionFactory factory = start(Set.of(Integrator.class), Other.class)) {
            assertThat(factory.isOpen()).isTrue();
            assertThatExceptionOfType(IdgenConfigurationException.class)
                    .isThrownBy(() -> Idgen.of(factory))
                    .withMessageContaining("without this library's Integrator");
        }
    }
}
