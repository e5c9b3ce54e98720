package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.spring.boot.crates.Crate;
import io.github.hibernateidgen.spring.boot.crates.CrateApplication;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The library's statements go to the data source that the application marks for them. */
@ExtendWith(OutputCaptureExtension.class)
class IdgenDataSourceTest {

    /** Counts the connections that are borrowed from it. */
    static final class Counted extends DelegatingDataSource {

        final AtomicInteger borrowed = new AtomicInteger();

        Counted(String url) {
            super(new DriverManagerDataSource(url, "sa", ""));
        }

        @Override
        public Connection getConnection() throws SQLException {
            borrowed.incrementAndGet();
            return super.getConnection();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Numbers {

        @Bean(defaultCandidate = false)
        @IdgenDataSource
        Counted numbers(Environment environment) {
            return new Counted(environment.getProperty("spring.datasource.url"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MoreNumbers {

        @Bean(defaultCandidate = false)
        @IdgenDataSource
        Counted moreNumbers(Environment environment) {
            return new Counted(environment.getProperty("spring.datasource.url"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Unmarked {

        @Bean(defaultCandidate = false)
        Counted unmarked(Environment environment) {
            return new Counted(environment.getProperty("spring.datasource.url"));
        }
    }

    private static ApplicationContextRunner notes(Class<?>... configurations) {
        return application(NoteApplication.class)
                .withUserConfiguration(configurations)
                .withPropertyValues("idgen.worker.window=1s");
    }

    private static ApplicationContextRunner application(Class<?> application) {
        return new ApplicationContextRunner()
                .withUserConfiguration(application)
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    private static Instant reservedUntil(Idgen idgen) {
        ReservedWorkerSource source =
                (ReservedWorkerSource) idgen.workerSource().orElseThrow();
        return Instant.ofEpochMilli(source.status().reservation().orElseThrow().reservedUntil());
    }

    /** The application holds the only connection of its pool for several windows. */
    @ParameterizedTest
    @CsvSource({
        "com.zaxxer.hikari.HikariDataSource, hikari.maximum-pool-size",
        "org.apache.tomcat.jdbc.pool.DataSource, tomcat.max-active"
    })
    void renewalsGoOnWhileTheApplicationUsesItsWholePool(String pool, String size) {
        notes(Numbers.class)
                .withPropertyValues("spring.datasource.type=" + pool, "spring.datasource." + size + "=1")
                .run(context -> {
                    Idgen idgen = context.getBean(Idgen.class);
                    Counted numbers = context.getBean(Counted.class);
                    DataSource applications = context.getBean(DataSource.class);
                    assertThat(applications.getClass().getName()).isEqualTo(pool);
                    assertThat(Applications.save(context)).isPositive();
                    try (Connection only = applications.getConnection()) {
                        assertThat(only.isValid(1)).isTrue();
                        int before = numbers.borrowed.get();
                        Instant first = reservedUntil(idgen);
                        Instant end = Instant.now().plusSeconds(30);
                        while (!reservedUntil(idgen).isAfter(first.plusSeconds(3))) {
                            assertThat(Instant.now()).isBefore(end);
                            Thread.sleep(Duration.ofMillis(20)
                                    .toMillis()); // The store's thread renews by the time of the JVM.
                        }
                        assertThat(numbers.borrowed.get() - before).isGreaterThanOrEqualTo(3);
                    }
                });
    }

    /** The only connection of the pool has the transaction. Each segment is fetched from a table, on another connection. */
    @Test
    void segmentsAreFetchedWhileTheApplicationUsesItsWholePool() {
        application(CrateApplication.class)
                .withUserConfiguration(Numbers.class)
                .withPropertyValues(
                        "spring.datasource.hikari.maximum-pool-size=1",
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "idgen.segment.timeout=2s")
                .run(context -> {
                    EntityManager entities =
                            context.getBean(EntityManagerFactory.class).createEntityManager();
                    entities.getTransaction().begin();
                    entities.createNativeQuery("select 1").getSingleResult();
                    Set<Long> ids = new TreeSet<>();
                    for (int i = 0; i < 45; i++) {
                        Crate crate = new Crate();
                        entities.persist(crate);
                        ids.add(crate.getId());
                    }
                    entities.getTransaction().commit();
                    entities.close();
                    assertThat(ids).hasSize(45);
                    assertThat(context.getBean(Counted.class).borrowed.get()).isGreaterThanOrEqualTo(5);
                });
    }

    /** The bean is destroyed after the entity manager factory, which releases the number on it. No renewal is due. */
    @Test
    void claimAndReleaseUseIt() {
        AtomicInteger atEnd = new AtomicInteger();
        Counted[] numbers = new Counted[1];
        notes(Numbers.class).withPropertyValues("idgen.worker.window=60s").run(context -> {
            numbers[0] = context.getBean(Counted.class);
            assertThat(numbers[0].borrowed).hasPositiveValue();
            atEnd.set(numbers[0].borrowed.get());
        });
        assertThat(numbers[0].borrowed.get()).isGreaterThan(atEnd.get());
    }

    @Test
    void aDataSourceWithoutTheAnnotationIsNotUsed() {
        notes(Unmarked.class).run(context -> {
            assertThat(context.getBean(EntityManagerFactory.class).getProperties())
                    .doesNotContainKey(IdgenSettings.JDBC_CONNECTION);
            assertThat(Applications.save(context)).isPositive();
            assertThat(context.getBean(Counted.class).borrowed).hasValue(0);
        });
    }

    @ParameterizedTest
    @CsvSource({"own", "pool", "POOL"})
    void aPropertyTakesAWord(String word) {
        notes().withPropertyValues("idgen.jdbc.connection=" + word)
                .run(context -> assertThat(Applications.save(context)).isPositive());
    }

    @Test
    void aFactorysOwnSettingStays() {
        notes(Numbers.class)
                .withPropertyValues("spring.jpa.properties.hibernate.idgen.jdbc.connection=pool")
                .run(context -> {
                    assertThat(Applications.save(context)).isPositive();
                    assertThat(context.getBean(Counted.class).borrowed).hasValue(0);
                });
    }

    @Test
    void severalFactoriesAreRefused() {
        notes(Numbers.class, SeveralFactoriesTest.TwoFactoriesWithoutSettings.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("several entity manager factories would use the bean with"
                                + " @IdgenDataSource, but it leads to the database of one of them"));
    }

    @Test
    void twoBeansStopTheStart(CapturedOutput output) {
        assertThat(start("", Numbers.class, MoreNumbers.class)).isFalse();
        assertThat(output)
                .contains("idgen.jdbc.connection [[moreNumbers, numbers]]: there are several beans for the connections"
                        + " of this library.")
                .contains("Keep one of them, or declare the others with @Bean(autowireCandidate = false).");
    }

    @Test
    void aBeanAndThePropertyStopTheStart(CapturedOutput output) {
        assertThat(start("--idgen.jdbc.connection=pool", Numbers.class)).isFalse();
        assertThat(output)
                .contains("idgen.jdbc.connection [pool]: bean [numbers] also supplies the connections of this library.")
                .contains("Remove the property or the bean.");
    }

    private static boolean start(String argument, Class<?>... configurations) {
        SpringApplication application = new SpringApplicationBuilder(NoteApplication.class)
                .sources(configurations)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .build();
        try {
            application.run(argument).close();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
