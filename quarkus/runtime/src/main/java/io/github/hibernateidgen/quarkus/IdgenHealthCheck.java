package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.PartHealth;
import io.smallrye.health.api.Wellness;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * Whether ids can be made now. It is down if they are refused, and warns if a renewal or a fetch fails while they still are
 * made. It is neither liveness nor readiness: a new process would not do better, and reads go on.
 *
 * <p>Thread-safe. It asks nothing of the database.
 */
@Wellness
@ApplicationScoped
public class IdgenHealthCheck implements HealthCheck {

    /** For Quarkus. */
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
            if (!part.canMakeIds()) {
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
