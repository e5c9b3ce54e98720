package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.integrator.spi.IntegratorService;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.UnknownServiceException;
import org.hibernate.service.spi.ServiceContributor;
import org.jspecify.annotations.Nullable;

/**
 * Finds the services and the Integrator of this library in Hibernate. Hibernate finds both through files in
 * {@code META-INF/services}. A jar that was built from several libraries may contain only the file of another library.
 */
final class OwnServices {

    private static final String OURS = "io.github.hibernateidgen.";

    private OwnServices() {}

    /**
     * Returns a service of this library.
     *
     * @throws IdgenConfigurationException if Hibernate was started without the service
     */
    static <S extends Service> S find(ServiceRegistry registry, Class<S> type) {
        S service = findOrNull(registry, type);
        if (service == null) {
            throw lost(ServiceContributor.class);
        }
        return service;
    }

    /**
     * Requires that Hibernate calls this library's Integrator when it makes the session factory. Without the Integrator,
     * generators make no values.
     *
     * @throws IdgenConfigurationException if Hibernate was started without the Integrator
     */
    static void requireIntegrator(ServiceRegistry registry) {
        IntegratorService known = findOrNull(registry, IntegratorService.class);
        if (known == null) {
            return; // A framework without this service calls integrators in its own way.
        }
        for (Integrator integrator : known.getIntegrators()) {
            if (integrator.getClass().getName().startsWith(OURS)) {
                return;
            }
        }
        throw lost(Integrator.class);
    }

    private static <S extends Service> @Nullable S findOrNull(ServiceRegistry registry, Class<S> type) {
        try {
            return registry.getService(type);
        } catch (UnknownServiceException e) {
            return null;
        }
    }

    private static IdgenConfigurationException lost(Class<?> contract) {
        return new IdgenConfigurationException(
                "META-INF/services",
                contract.getName(),
                "Hibernate was started without this library's " + contract.getSimpleName(),
                "leave META-INF/services in the application's jar, and merge its files if the jar is built of"
                        + " several libraries");
    }
}
