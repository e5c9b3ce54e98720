package io.github.hibernateidgen.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.runtime.metrics.MetricsFactory.MetricBuilder;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;

class IdgenMetersTest {

    @Entity(name = "Parcel")
    static class Parcel {
        @Id
        @SegmentId
        Long id;
    }

    private final Map<String, Supplier<?>> meters = new TreeMap<>();

    /** Remembers what reads each meter. */
    private MetricBuilder builder(String name) {
        return (MetricBuilder) Proxy.newProxyInstance(
                MetricBuilder.class.getClassLoader(),
                new Class<?>[] {MetricBuilder.class},
                (self, method, arguments) -> {
                    if (method.getName().startsWith("build")) {
                        meters.put(name, (Supplier<?>) arguments[0]);
                        return null;
                    }
                    return self;
                });
    }

    private MetricsFactory factory() {
        return (MetricsFactory) Proxy.newProxyInstance(
                MetricsFactory.class.getClassLoader(),
                new Class<?>[] {MetricsFactory.class},
                (self, method, arguments) ->
                        method.getName().equals("builder") ? builder((String) arguments[0]) : null);
    }

    @Test
    void segmentsHaveTheMetersThatTheyHaveInSpringBoot() {
        try (SessionFactory hibernate = new MetadataSources(new StandardServiceRegistryBuilder()
                        .applySetting("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
                        .applySetting("hibernate.boot.allow_jdbc_metadata_access", false)
                        .build())
                .addAnnotatedClass(Parcel.class)
                .buildMetadata()
                .buildSessionFactory()) {
            new IdgenMeters(factory(), "default").register(Idgen.of(hibernate));
            assertThat(meters)
                    .containsOnlyKeys(
                            "idgen.ids",
                            "idgen.segment.buffered",
                            "idgen.segment.dropped",
                            "idgen.segment.failures",
                            "idgen.segment.fetches",
                            "idgen.segment.refill",
                            "idgen.segment.size",
                            "idgen.segment.waits");
            assertThat(meters.values())
                    .allSatisfy(read ->
                            assertThat(((Number) read.get()).longValue()).isZero());
        }
    }
}
