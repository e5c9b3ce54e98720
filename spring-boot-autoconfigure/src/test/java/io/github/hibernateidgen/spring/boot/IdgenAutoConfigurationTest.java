package io.github.hibernateidgen.spring.boot;

import static io.github.hibernateidgen.spring.boot.Applications.notes;
import static io.github.hibernateidgen.spring.boot.Applications.save;
import static io.github.hibernateidgen.spring.boot.Applications.saveAndSplit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.spring.boot.app.Note;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.jdbc.core.JdbcTemplate;

/** The auto-configuration in a real application on H2. */
class IdgenAutoConfigurationTest {

    private static final SnowflakeLayout NARROW = SnowflakeLayout.named("narrow")
            .fields("time:41, worker:3, sequence:5")
            .build();
    private static final Instant THEN = Instant.parse("2030-01-02T03:04:05Z");

    @Test
    void runsOnTheSpringBootThatTheBuildNames() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("idgen.test.boot.version"));
    }

    @Test
    void givesPropertiesToHibernate() {
        notes().withPropertyValues(
                        "idgen.worker.id=5",
                        "idgen.snowflake.layout=myOwn",
                        "idgen.snowflake.layouts.myOwn.fields=time:41, worker:3, sequence:5",
                        "idgen.snowflake.layouts.myOwn.epoch=2025-01-01T00:00:00Z",
                        "idgen.snowflake.layouts.myOwn.tick=10ms",
                        "idgen.snowflake.max-ahead=1s",
                        "idgen.snowflake.max-wait=2s")
                .run(context -> {
                    SnowflakeLayout layout = SnowflakeLayout.named("same")
                            .epoch(Instant.parse("2025-01-01T00:00:00Z"))
                            .tick(Duration.ofMillis(10))
                            .fields("time:41, worker:3, sequence:5")
                            .build();
                    var parts = saveAndSplit(context, layout);
                    assertThat(parts.worker()).isEqualTo(5);
                    assertThat(parts.sequence()).isLessThan(layout.sequenceSpread());
                    assertThat(parts.instant()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
                });
    }

    @Test
    void hasABeanThatMakesIdsInCode() {
        notes().withPropertyValues("idgen.worker.id=5").run(context -> {
            long saved = save(context);
            assertThat(context.getBean(Idgen.class).next(Note.class, Long.class))
                    .isGreaterThan(saved);
        });
    }

    @Test
    void leavesItOutWhereTheApplicationHasItsOwn() {
        notes().withBean(
                        "own",
                        Idgen.class,
                        () -> {
                            throw new AssertionError("nobody asks for it");
                        },
                        definition -> definition.setLazyInit(true))
                .withPropertyValues("idgen.worker.id=5")
                .run(context ->
                        assertThat(context.getBeanNamesForType(Idgen.class)).containsExactly("own"));
    }

    @Test
    void reservesANumberInATableThatItMakesInAnEmbeddedDatabase() {
        notes().withPropertyValues("spring.jpa.hibernate.ddl-auto=none").run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("create table note (id bigint primary key)");
            long worker = saveAndSplit(context, SnowflakeLayout.STANDARD).worker();
            assertThat(jdbc.queryForObject("select worker_id from idgen_worker", Long.class))
                    .isEqualTo(worker);
        });
    }

    @Test
    void reservesANumberWithoutAnySetting() {
        notes().run(context -> {
            long worker = saveAndSplit(context, SnowflakeLayout.STANDARD).worker();
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject("select worker_id from idgen_worker", Long.class))
                    .isEqualTo(worker);
        });
    }

    @Test
    void reservesANumberInATableThatHibernateMakes() {
        notes().withPropertyValues("idgen.worker.jdbc.schema-management=schema-tools", "idgen.worker.namespace=shop")
                .run(context -> assertThat(context.getBean(JdbcTemplate.class)
                                .queryForObject("select namespace from idgen_worker", String.class))
                        .isEqualTo("shop"));
    }

    @Test
    void makesTheTableWhereHibernateLooksForIt() {
        notes().withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:default-schema;INIT=create schema if not exists ids",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.jpa.properties.hibernate.default_schema=ids")
                .run(context -> {
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("create table ids.note (id bigint primary key)");
                    long worker =
                            saveAndSplit(context, SnowflakeLayout.STANDARD).worker();
                    assertThat(jdbc.queryForList("select worker_id from ids.idgen_worker", Long.class))
                            .containsExactly(worker);
                    assertThat(jdbc.queryForObject(
                                    "select count(*) from information_schema.tables where upper(table_name) = 'IDGEN_WORKER'",
                                    Long.class))
                            .isEqualTo(1);
                });
    }

    @Test
    void leavesWhatHibernateWasGivenItself() {
        notes().withPropertyValues("idgen.worker.id=5", "spring.jpa.properties.hibernate.idgen.worker.id=6")
                .run(context -> assertThat(
                                saveAndSplit(context, SnowflakeLayout.STANDARD).worker())
                        .isEqualTo(6));
    }

    @Test
    void takesLayoutBeansByTheirNames() {
        notes().withBean(SnowflakeLayout.class, () -> NARROW)
                .withPropertyValues("idgen.worker.id=5", "idgen.snowflake.layout=narrow")
                .run(context ->
                        assertThat(saveAndSplit(context, NARROW).worker()).isEqualTo(5));
    }

    @Test
    void takesAWorkerSourceBean() {
        notes().withBean(WorkerSource.class, () -> WorkerSource.fixed(77))
                .run(context -> assertThat(
                                saveAndSplit(context, SnowflakeLayout.STANDARD).worker())
                        .isEqualTo(77));
    }

    @Test
    void refusesAWorkerSourceBeanBesideAPropertyThatNamesAnother() {
        notes().withBean(WorkerSource.class, () -> WorkerSource.fixed(77))
                .withPropertyValues("idgen.worker.source=jdbc")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(IdgenConfigurationException.class)
                        .hasMessageContainingAll("worker.source", "[jdbc]", "remove the property or the bean"));
    }

    @Test
    void readsTheClockBeanThatAPropertyNames() {
        Duration ahead = Duration.ofDays(365);
        notes().withBean("future", InstantSource.class, () -> InstantSource.offset(InstantSource.system(), ahead))
                .withPropertyValues("idgen.worker.id=5", "idgen.clock=future")
                .run(context -> assertThat(SnowflakeLayout.STANDARD.instant(save(context)))
                        .isCloseTo(Instant.now().plus(ahead), within(1, ChronoUnit.MINUTES)));
    }

    @Test
    void passesOverAClockBeanThatNoPropertyNames() {
        notes().withBean(Clock.class, () -> Clock.fixed(THEN, ZoneOffset.UTC))
                .withPropertyValues("idgen.worker.id=5")
                .run(context -> assertThat(SnowflakeLayout.STANDARD.instant(save(context)))
                        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES)));
    }

    @Test
    void saysWhichPropertyNamesAMissingBean() {
        notes().withPropertyValues("idgen.worker.id=5", "idgen.clock=nowhere")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(IdgenConfigurationException.class)
                        .hasMessageContainingAll("idgen.clock", "[nowhere]", "java.time.InstantSource"));
    }
}
