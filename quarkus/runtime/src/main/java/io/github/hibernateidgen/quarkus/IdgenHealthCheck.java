package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.PartHealth;
import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Checks whether ids can be made now and in the next seconds. The check is down if some ids cannot be made. Its data has a
 * warning if, for example, a renewal or a fetch fails while ids can still be made. The check is neither a liveness nor a
 * readiness check: a restart would not help, and reads continue to work.
 *
 * <p>Thread-safe. Sends no statement to the database.
 */
@Wellness
@ApplicationScoped
public class IdgenHealthCheck implements HealthCheck {

    /** Called by Quarkus. */
    public IdgenHealthCheck() {}

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("hibernate-idgen").up();
        PersistenceUnits.all().forEach((unit, idgen) -> add(response, unit, idgen.health()));
        return response.build();
    }

    static void add(HealthCheckResponseBuilder response, String unit, List<PartHealth> parts) {
        for (PartHealth part : parts) {
            if (!part.isUp()) {
                response.down();
            }
            part.details().forEach((name, value) -> add(response, unit + ": " + part.name() + " " + name, value));
        }
    }

    private static void add(HealthCheckResponseBuilder response, String name, Object value) {
        if (value instanceof Long number) {
            response.withData(name, number);
        } else {
            response.withData(name, value.toString());
        }
    }
}
