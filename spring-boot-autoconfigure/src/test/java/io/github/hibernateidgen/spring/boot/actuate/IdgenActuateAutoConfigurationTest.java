package io.github.hibernateidgen.spring.boot.actuate;

import static io.github.hibernateidgen.spring.boot.Applications.notes;
import static io.github.hibernateidgen.spring.boot.Applications.save;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.Applications;
import io.github.hibernateidgen.spring.boot.IdgenAutoConfiguration;
import io.github.hibernateidgen.spring.boot.SeveralFactoriesTest;
import io.github.hibernateidgen.spring.boot.app.Tag;
import io.github.hibernateidgen.spring.boot.shop.Customer;
import io.github.hibernateidgen.spring.boot.shop.Invoice;
import io.github.hibernateidgen.spring.boot.shop.ShopApplication;
import io.github.hibernateidgen.spring.boot.shop.ShopOrder;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.persistence.EntityManagerFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

/** Meters, health and endpoint in a real application on H2, as far as they need no web server. */
class IdgenActuateAutoConfigurationTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=idgen";

    /** Our part only, with a factory that is not made: for what conditions decide. */
    private final ApplicationContextRunner conditions = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenActuateAutoConfiguration.class))
            .withBean(
                    "entityManagerFactory",
                    EntityManagerFactory.class,
                    () -> {
                        throw new AssertionError("nobody asks for it");
                    },
                    definition -> definition.setLazyInit(true));

    @Test
    void countsIdsAlsoAfterAGarbageCollection() {
        notes().withPropertyValues("idgen.worker.id=5").run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            save(factory);
            // What a meter holds weakly, and nobody else holds, is gone now.
            System.gc();
            save(factory);
            save(factory, new Tag());
            assertThat(ids(context)).isEqualTo(2);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("idgen.ids")
                            .tags("kind", "comb-guid", "layout", "RFC_9562/BYTES")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void tagsTheMetersAndNamesTheirUnits() {
        notes().run(context -> {
            save(context);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(names(meters))
                    .containsExactlyInAnyOrder(
                            "idgen.ids[factory=entityManagerFactory, kind=snowflake, layout=standard]",
                            "idgen.ids[factory=entityManagerFactory, kind=comb-guid, layout=RFC_9562/BYTES]",
                            "idgen.waits[factory=entityManagerFactory, layout=standard]",
                            "idgen.clock.steps.back[factory=entityManagerFactory, layout=standard]",
                            "idgen.ahead[factory=entityManagerFactory, layout=standard]",
                            "idgen.layout.remaining[factory=entityManagerFactory, layout=standard]",
                            "idgen.reservation.remaining[factory=entityManagerFactory]",
                            "idgen.reservation.failures[factory=entityManagerFactory]",
                            "idgen.workers.free[factory=entityManagerFactory]",
                            "idgen.clock.offset[factory=entityManagerFactory]");
            assertThat(meters.get("idgen.reservation.remaining").timeGauge().value(TimeUnit.SECONDS))
                    .isBetween(30.0, 60.0);
            assertThat(meters.get("idgen.reservation.remaining").timeGauge().baseTimeUnit())
                    .isEqualTo(TimeUnit.SECONDS);
            // The database has the clock of this machine, and what the round trip leaves open is not told.
            assertThat(meters.get("idgen.clock.offset").timeGauge().value(TimeUnit.SECONDS))
                    .isZero();
            assertThat(meters.get("idgen.ahead").timeGauge().value(TimeUnit.SECONDS))
                    .isBetween(0.0, 1.0);
            assertThat(meters.get("idgen.layout.remaining").timeGauge().value(TimeUnit.DAYS))
                    .isCloseTo(ChronoUnit.DAYS.between(Instant.now(), SnowflakeLayout.STANDARD.end()), within(1.5));
        });
    }

    @Test
    void countsIdsOfEachAttributeWhereAsked() {
        notes().withPropertyValues("idgen.metrics.byAttribute=true").run(context -> {
            save(context);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(names(meters))
                    .contains(
                            "idgen.ids[attribute=Note.id, factory=entityManagerFactory, kind=snowflake, layout=standard]",
                            "idgen.ids[attribute=Tag.id, factory=entityManagerFactory, kind=comb-guid,"
                                    + " layout=RFC_9562/BYTES]");
            assertThat(meters.get("idgen.ids")
                            .tag("attribute", "Note.id")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.get("idgen.ids")
                            .tag("attribute", "Tag.id")
                            .functionCounter()
                            .count())
                    .isZero();
        });
    }

    @Test
    void countsFailuresOfTheReservation() {
        BreakableStore store = new BreakableStore();
        store.setBroken(true);
        notes().withBean(ReservationStore.class, () -> store)
                .withPropertyValues("idgen.worker.claim=first-id")
                .run(context -> {
                    assertThatThrownBy(() -> save(context)).hasMessageContaining("the store is broken");
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("idgen.reservation.failures")
                                    .functionCounter()
                                    .count())
                            .isGreaterThanOrEqualTo(1);
                });
    }

    @Test
    void healthIsUpBeforeTheFirstIdAndOutOfServiceWhereItGotNoNumber() {
        BreakableStore store = new BreakableStore();
        store.setBroken(true);
        notes().withBean(ReservationStore.class, () -> store)
                .withPropertyValues("idgen.worker.claim=first-id")
                .run(context -> {
                    assertThat(health(context).status()).isEqualTo("UP");
                    assertThatThrownBy(() -> save(context)).hasMessageContaining("the store is broken");
                    assertThat(health(context).status()).isEqualTo("OUT_OF_SERVICE");
                    store.setBroken(false);
                });
    }

    @Test
    void leavesALazyFactoryAloneAndBindsItsMetersOnceItIsMade() {
        new ApplicationContextRunner()
                .withUserConfiguration(LazyFactory.class)
                .withPropertyValues("idgen.worker.id=5", EXPOSED)
                .run(context -> {
                    MeterRegistry meters = new SimpleMeterRegistry();
                    context.getBean(IdgenMetrics.class).bindTo(meters);
                    assertThat(names(meters)).isEmpty();
                    assertThat(context.getBean(IdgenEndpoint.class).describe()).isEmpty();
                    assertThat(health(context).details()).isEmpty();
                    assertThat(context.getBeanFactory().containsSingleton("entityManagerFactory"))
                            .isFalse();
                    save(context);
                    assertThat(ids(meters)).isEqualTo(1);
                    assertThat(context.getBean(IdgenEndpoint.class).describe()).hasSize(1);
                });
    }

    @Test
    void bindsTheMetersOnceWhoeverAsksForTheFactory() {
        // Which says that a meter is there already: as a warning for the first time in a process.
        Logger log = (Logger) LoggerFactory.getLogger(MeterRegistry.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        log.addAppender(said);
        log.setLevel(Level.DEBUG);
        try {
            new ApplicationContextRunner()
                    .withUserConfiguration(OwnFactory.class)
                    .withPropertyValues("idgen.worker.id=5")
                    .run(context -> {
                        MeterRegistry meters = new SimpleMeterRegistry();
                        context.getBean(IdgenMetrics.class).bindTo(meters);
                        assertThat(names(meters)).hasSize(6);
                        save(context); // Spring 7 processes a factory anew wherever one asks for it by its type.
                    });
        } finally {
            log.setLevel(null);
            log.detachAppender(said);
        }
        assertThat(said.list).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "lazy"})
    void readsAFactoryThatIsMadeInTheBackground(String mode) {
        notes().withPropertyValues("idgen.worker.id=5", "spring.data.jpa.repositories.bootstrap-mode=" + mode, EXPOSED)
                .run(context -> {
                    save(context);
                    assertThat(ids(context)).isEqualTo(1);
                    assertThat(context.getBean(IdgenEndpoint.class).describe()).hasSize(1);
                });
    }

    @Test
    void tellsTheFactoriesApart() {
        new ApplicationContextRunner()
                .withUserConfiguration(SeveralFactoriesTest.TwoFactories.class)
                .withPropertyValues("idgen.worker.id=5", EXPOSED)
                .run(context -> {
                    save(context.getBean("archive", EntityManagerFactory.class));
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("idgen.ids")
                                    .tags("kind", "snowflake", "factory", "archive")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                    assertThat(meters.get("idgen.ids")
                                    .tags("kind", "snowflake", "factory", "entityManagerFactory")
                                    .functionCounter()
                                    .count())
                            .isZero();
                    assertThat(context.getBean(IdgenEndpoint.class).describe())
                            .containsOnlyKeys("archive", "entityManagerFactory");
                    assertThat(health(context).details()).containsOnlyKeys("archive", "entityManagerFactory");
                });
    }

    /** As users see it, in addresses and in JSON. */
    @Test
    void decodesAnIdBehindThePrefixOfItsAttribute() {
        new ApplicationContextRunner()
                .withUserConfiguration(ShopApplication.class)
                .withPropertyValues(EXPOSED, "spring.datasource.generate-unique-name=true")
                .run(context -> {
                    EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
                    IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
                    Idgen idgen = context.getBean(Idgen.class);
                    ShopOrder order = new ShopOrder();
                    Customer customer = new Customer();
                    Invoice invoice = new Invoice();
                    List.of(order, customer, invoice).forEach(entity -> Applications.save(factory, entity));

                    assertThat(decode(endpoint, idgen.text(order.getId())))
                            .satisfies(decoded -> assertThat(decoded.forms())
                                    .containsEntry(
                                            "decimal",
                                            Long.toString(order.getId().value())))
                            .satisfies(
                                    decoded -> assertThat(attributes(decoded)).containsExactly("ShopOrder.id"));
                    assertThat(attributes(decode(endpoint, idgen.text(customer.getId()))))
                            .containsExactly("Customer.id");
                    String text = idgen.idText(Invoice.class).write(invoice.getId());
                    assertThat(text).startsWith("inv_");
                    assertThat(attributes(decode(endpoint, text))).containsExactly("Invoice.id");
                    assertThat(attributes(decode(endpoint, text.substring(4)))).contains("Invoice.id", "ShopOrder.id");
                    assertThat(endpoint.decode("xyz_0AKSEGW30SC00"))
                            .satisfies(
                                    refused -> assertThat(refused.getStatus()).isEqualTo(400))
                            .satisfies(refused -> assertThat(refused.getBody())
                                    .asString()
                                    .contains(
                                            "[xyz_0AKSEGW30SC00]",
                                            "it may begin with one of the prefixes [cus_, inv_, ord_, slip_]"));
                });
    }

    private static DecodedId decode(IdgenEndpoint endpoint, String text) {
        return (DecodedId) endpoint.decode(text).getBody();
    }

    private static List<String> attributes(DecodedId decoded) {
        return decoded.readings().stream()
                .flatMap(reading -> reading.attributes().stream())
                .toList();
    }

    @Test
    void passesOverAFactoryThatIsClosed() {
        new ApplicationContextRunner()
                .withUserConfiguration(SeveralFactoriesTest.TwoFactories.class)
                .withPropertyValues("idgen.worker.id=5", EXPOSED)
                .run(context -> {
                    context.getBean("archive", EntityManagerFactory.class).close();
                    assertThat(context.getBean(IdgenEndpoint.class).describe())
                            .containsOnlyKeys("entityManagerFactory");
                });
    }

    @Test
    void exposesNoEndpointUnlessTold() {
        conditions.run(context -> assertThat(context).doesNotHaveBean(IdgenEndpoint.class));
        conditions
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasSingleBean(IdgenEndpoint.class));
        conditions
                .withPropertyValues(EXPOSED, "management.endpoint.idgen.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(IdgenEndpoint.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"management.health.idgen.enabled", "management.health.defaults.enabled"})
    void hasNoHealthWhereThatIsSwitchedOff(String property) {
        conditions.run(context -> assertThat(context).hasBean("idgenHealthIndicator"));
        conditions
                .withPropertyValues(property + "=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean("idgenHealthIndicator")
                        .hasSingleBean(IdgenMetrics.class));
    }

    @Test
    void leavesTheNamesThatAnApplicationMayHave() {
        notes().withPropertyValues("idgen.worker.id=5", EXPOSED)
                .withBean("idgenFactories", String.class, () -> "mine")
                .withBean("idgenHealthIndicator", String.class, () -> "mine")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBeans(String.class)
                        .containsEntry("idgenHealthIndicator", "mine"));
    }

    /** Each stands for what an application may lack. Spring Boot's own auto-configurations need these classes to be read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer.core",
                "org.springframework.boot.actuate",
                "org.springframework.boot.actuate.autoconfigure",
                "org.springframework.boot.health"
            })
    void startsWithoutWhatItContributesTo(String missing) {
        new ApplicationContextRunner()
                .withUserConfiguration(OwnFactory.class)
                .withClassLoader(new FilteredClassLoader(missing))
                .withPropertyValues("idgen.worker.id=5", EXPOSED)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(save(context)).isPositive();
                    assertThat(context.containsBean("idgenMetrics")).isEqualTo(!missing.startsWith("io.micrometer"));
                    assertThat(context.containsBean("idgenEndpoint")).isEqualTo(!missing.contains(".actuate"));
                });
    }

    @Test
    void needsAnEntityManagerFactory() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenActuateAutoConfiguration.class))
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdgenEndpoint.class)
                        .doesNotHaveBean(IdgenMetrics.class)
                        .doesNotHaveBean("idgenHealthIndicator"));
    }

    /** Auto-configured with our part only, whose classes are read as in an application: without loading them. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({IdgenAutoConfiguration.class, IdgenActuateAutoConfiguration.class})
    static class OwnFactory {

        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory() {
            return new SeveralFactoriesTest.TwoFactories().entityManagerFactory();
        }
    }

    /** Spring makes its own factory beans early, lazy or not; what an application makes by hand can wait. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({IdgenAutoConfiguration.class, IdgenActuateAutoConfiguration.class})
    static class LazyFactory {

        @Bean
        @Lazy
        EntityManagerFactory entityManagerFactory() {
            LocalContainerEntityManagerFactoryBean factory = new OwnFactory().entityManagerFactory();
            factory.afterPropertiesSet();
            return Objects.requireNonNull(factory.getObject());
        }
    }

    private static double ids(ApplicationContext context) {
        return ids(context.getBean(MeterRegistry.class));
    }

    private static double ids(MeterRegistry meters) {
        return meters.get("idgen.ids")
                .tags("factory", "entityManagerFactory", "kind", "snowflake", "layout", "standard")
                .functionCounter()
                .count();
    }

    private static IdgenHealth health(ApplicationContext context) {
        ConfigurableListableBeanFactory beans =
                (ConfigurableListableBeanFactory) context.getAutowireCapableBeanFactory();
        return IdgenHealth.of(new IdgenFactories(beans));
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
