package io.github.hibernateidgen.quarkus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.quarkus.IdgenHealthCheck;
import io.micrometer.core.instrument.config.MeterFilter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Quarkus itself turns off the health check and the meters, as docs/frameworks/quarkus.md says. */
@QuarkusTest
@TestProfile(SilencedTest.Silenced.class)
class SilencedTest {

    /** The property of the page, and its filter. */
    public static final class Silenced implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "quarkus.smallrye-health.check.\"" + IdgenHealthCheck.class.getName() + "\".enabled", "false");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(Filters.class);
        }
    }

    /** Drops the meters of this library. */
    @Alternative
    @Singleton
    public static class Filters {

        @Produces
        @Singleton
        MeterFilter withoutIds() {
            return MeterFilter.denyNameStartsWith("idgen");
        }
    }

    @TestHTTPResource("/q/")
    URI management;

    private String get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(management.resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void healthHasNoCheckOfIds() throws Exception {
        assertThat(get("health")).contains("\"status\": \"UP\"").doesNotContain("hibernate-idgen");
    }

    @Test
    void metricsHaveNoMeterOfIds() throws Exception {
        assertThat(get("metrics")).contains("jvm_").doesNotContain("idgen_");
    }
}
