package io.github.hibernateidgen.spring.boot.actuate;

import static io.github.hibernateidgen.spring.boot.Applications.save;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.hibernateidgen.spring.boot.parcels.Parcel;
import io.github.hibernateidgen.spring.boot.parcels.ParcelApplication;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What an operator sees of segments, in an application on H2. */
class SegmentActuateTest {

    private final ApplicationContextRunner parcels = new ApplicationContextRunner()
            .withUserConfiguration(ParcelApplication.class)
            .withPropertyValues(
                    "spring.datasource.generate-unique-name=true",
                    "management.endpoints.web.exposure.include=idgen",
                    "idgen.segment.timeout=2s");

    private static long number(ApplicationContext context) {
        Parcel parcel = new Parcel();
        save(context.getBean(EntityManagerFactory.class), parcel);
        return parcel.getId();
    }

    @Test
    void metersReadWhatTheSegmentsDo() {
        parcels.run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(names(meters))
                    .containsExactlyInAnyOrder(
                            "idgen.ids[factory=entityManagerFactory, kind=segment, layout=Parcel.id]",
                            "idgen.segment.buffered[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.size[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.waits[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.fetches[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.failures[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.dropped[attribute=Parcel.id, factory=entityManagerFactory]",
                            "idgen.segment.refill[attribute=Parcel.id, factory=entityManagerFactory]");
            assertThat(gauge(meters, "size")).isZero(); // No id was asked for yet.
            for (long id = 1; id <= 3; id++) {
                assertThat(number(context)).isEqualTo(id);
            }
            System.gc(); // What a meter holds weakly, and nobody else holds, is gone now.
            assertThat(meters.get("idgen.ids").functionCounter().count()).isEqualTo(3);
            assertThat(gauge(meters, "size")).isEqualTo(10);
            assertThat(gauge(meters, "buffered")).isEqualTo(7);
            assertThat(count(meters, "waits")).isEqualTo(1);
            assertThat(count(meters, "fetches")).isEqualTo(1);
            assertThat(count(meters, "failures")).isZero();
            assertThat(count(meters, "dropped")).isZero();
            assertThat(meters.get("idgen.segment.refill").timeGauge().baseTimeUnit())
                    .isEqualTo(TimeUnit.SECONDS);
            assertThat(meters.get("idgen.segment.refill").timeGauge().value(TimeUnit.SECONDS))
                    .isBetween(0.0, 2.0);
        });
    }

    @Test
    void theEndpointShowsThem() {
        parcels.run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(attribute(endpoint).segments()).isEmpty();
            number(context);
            FactoryDescription.Attribute attribute = attribute(endpoint);
            assertThat(attribute.attribute()).isEqualTo("Parcel.id");
            assertThat(attribute.column()).isEqualTo("id of type bigint");
            assertThat(attribute.reason()).isEqualTo("10 at a time, optimizer pooled-lo, offset 1, step 1");
            assertThat(attribute.issued()).isEqualTo(1);
            assertThat(attribute.layout()).isNull();
            assertThat(attribute.segments()).singleElement().satisfies(segments -> {
                assertThat(segments.size()).isEqualTo(10);
                assertThat(segments.buffered()).isEqualTo(9);
                assertThat(segments.prefetch()).isEqualTo(1);
                assertThat(segments.fetches()).isEqualTo(1);
                assertThat(segments.failures()).isZero();
                assertThat(segments.dropped()).isZero();
                assertThat(segments.waits()).isEqualTo(1);
                assertThat(segments.refill()).startsWith("PT");
                assertThat(segments.failure()).isNull();
            });
        });
    }

    /** While the source is down ids go on as far as they are buffered; then they are refused, until it is back. */
    @Test
    void healthTellsOfASourceThatIsDown() {
        parcels.run(context -> {
            assertThat(health(context).status()).isEqualTo("UP");
            assertThat(health(context).details()).isEqualTo(Map.of("entityManagerFactory", Map.of()));
            assertThat(number(context)).isEqualTo(1);
            assertThat(health(context).status()).isEqualTo("UP");
            JdbcTemplate database = context.getBean(JdbcTemplate.class);
            database.execute("drop sequence parcel_numbers");
            for (long id = 2; id <= 5; id++) {
                assertThat(number(context)).isEqualTo(id);
            }
            await().until(() -> details(context).containsKey("failure"));
            assertThat(health(context).status()).isEqualTo("UP");
            assertThat(details(context))
                    .containsEntry(
                            "warning", "no segment arrives: no id can be made once the buffered numbers are" + " used")
                    .containsEntry("buffered", 5L)
                    .containsEntry("failures", 1L)
                    .hasEntrySatisfying(
                            "failure",
                            failure -> assertThat(failure.toString()).containsIgnoringCase("parcel_numbers"));
            for (long id = 6; id <= 10; id++) {
                assertThat(number(context)).isEqualTo(id);
            }
            assertThatThrownBy(() -> number(context))
                    .hasStackTraceContaining("Parcel.id: sequence parcel_numbers returned no usable segment");
            assertThat(health(context).status()).isEqualTo("OUT_OF_SERVICE");
            assertThat(details(context))
                    .containsEntry("problem", "no segment arrives and no number is buffered: no id can be made");
            assertThat(attribute(context.getBean(IdgenEndpoint.class)).segments())
                    .singleElement()
                    .satisfies(segments -> assertThat(segments.failure()).containsIgnoringCase("parcel_numbers"));
            database.execute("create sequence parcel_numbers start with 101 increment by 10");
            assertThat(number(context)).isEqualTo(101);
            assertThat(health(context).status()).isEqualTo("UP");
            assertThat(details(context)).doesNotContainKeys("warning", "problem", "failure");
        });
    }

    private static FactoryDescription.Attribute attribute(IdgenEndpoint endpoint) {
        return endpoint.describe().get("entityManagerFactory").attributes().get(0);
    }

    private static IdgenHealth health(ApplicationContext context) {
        ConfigurableListableBeanFactory beans =
                (ConfigurableListableBeanFactory) context.getAutowireCapableBeanFactory();
        return IdgenHealth.of(new IdgenFactories(beans));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> details(ApplicationContext context) {
        Map<String, Object> factory =
                (Map<String, Object>) health(context).details().get("entityManagerFactory");
        return (Map<String, Object>) factory.get("segments Parcel.id");
    }

    private static double gauge(MeterRegistry meters, String name) {
        return meters.get("idgen.segment." + name).gauge().value();
    }

    private static double count(MeterRegistry meters, String name) {
        return meters.get("idgen.segment." + name).functionCounter().count();
    }

    private static List<String> names(MeterRegistry meters) {
        List<String> names = new ArrayList<>();
        for (Meter meter : meters.getMeters()) {
            Meter.Id id = meter.getId();
            if (id.getName().startsWith("idgen.")) {
                names.add(id.getName()
                        + id.getTags().stream()
                                .map(tag -> tag.getKey() + "=" + tag.getValue())
                                .toList());
                assertThat(id.getDescription()).isNotBlank();
            }
        }
        return names;
    }
}
