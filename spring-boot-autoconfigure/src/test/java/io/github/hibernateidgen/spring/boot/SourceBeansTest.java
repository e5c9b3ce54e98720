package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.redis.RedisSegmentStore;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Which beans are sources of worker numbers and of segments, and what {@code redis} means. Nothing connects here. */
class SourceBeansTest {

    private static final String WORKER = "hibernate.idgen.worker.source";
    private static final String SEGMENT = "hibernate.idgen.segment.source";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));
    private final ApplicationContextRunner lettuce =
            runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1));

    /** A class that the property names. */
    public static class Numbers implements Supplier<WorkerSource> {

        /** For the property. */
        public Numbers() {}

        @Override
        public WorkerSource get() {
            return WorkerSource.fixed(9);
        }
    }

    private static Map<String, Object> settings(AssertableApplicationContext context) {
        Map<String, Object> settings = new LinkedHashMap<>();
        context.getBean(PropertySettings.class).addTo(settings);
        context.getBean(BeanSettings.class).addTo(settings);
        settings.remove(Remedies.NAMES);
        return settings;
    }

    /** Also where the context has not started. */
    private static AbstractThrowableAssert<?, ?> assertRefused(AssertableApplicationContext context) {
        Throwable refusal = context.getStartupFailure();
        return assertThat(
                        refusal == null
                                ? catchThrowable(() -> settings(context))
                                : refusal.getCause() == null ? refusal : refusal.getCause())
                .isInstanceOf(IdgenConfigurationException.class);
    }

    @Test
    void oneBeanIsTheSourceWithNothingElseSet() {
        ReservationStore store = new InMemoryReservationStore();
        SegmentStore segments = request -> null;
        runner.withBean(ReservationStore.class, () -> store)
                .withBean(SegmentStore.class, () -> segments)
                .run(context ->
                        assertThat(settings(context)).containsOnly(entry(WORKER, store), entry(SEGMENT, segments)));
        WorkerSource source = WorkerSource.fixed(3);
        runner.withBean(WorkerSource.class, () -> source)
                .run(context -> assertThat(settings(context)).containsOnly(entry(WORKER, source)));
        Applications.notes()
                .withBean(WorkerSource.class, () -> source)
                .run(context -> assertThat(Applications.saveAndSplit(context, SnowflakeLayout.STANDARD)
                                .worker())
                        .isEqualTo(3));
    }

    @Test
    void severalBeansStopTheStartAndAreNamed() {
        runner.withBean("one", ReservationStore.class, InMemoryReservationStore::new)
                .withBean("two", WorkerSource.class, () -> WorkerSource.fixed(3))
                .run(context -> assertRefused(context)
                        .hasMessageContaining(WORKER + " [")
                        .hasMessageContaining("one")
                        .hasMessageContaining("two")
                        .hasMessageContaining("there are several beans for worker numbers")
                        .hasMessageContaining("@Bean(autowireCandidate = false)"));
        runner.withBean("three", SegmentStore.class, () -> request -> null)
                .withBean("four", SegmentStore.class, () -> request -> null)
                .run(context -> assertRefused(context).hasMessageContaining(SEGMENT + " [[four, three]]: "));
    }

    @Test
    void beanThatServesSomethingElseIsLeftOut() {
        ReservationStore store = new InMemoryReservationStore();
        runner.withBean("one", ReservationStore.class, () -> store)
                .withBean(
                        "two",
                        ReservationStore.class,
                        InMemoryReservationStore::new,
                        definition -> definition.setAutowireCandidate(false))
                .run(context -> assertThat(settings(context)).containsOnly(entry(WORKER, store)));
        runner.withBean(
                        "two",
                        ReservationStore.class,
                        InMemoryReservationStore::new,
                        definition -> ((org.springframework.beans.factory.support.AbstractBeanDefinition) definition)
                                .setDefaultCandidate(false))
                .run(context -> assertThat(settings(context)).isEmpty());
    }

    @Test
    void beanOfAParentContextIsTheSourceToo() {
        ReservationStore store = new InMemoryReservationStore();
        new ApplicationContextRunner()
                .withBean(ReservationStore.class, () -> store)
                .run(parent -> runner.withParent(parent)
                        .run(context -> assertThat(settings(context)).containsOnly(entry(WORKER, store))));
    }

    @Test
    void beanBesideAnotherSourceStopsTheStart() {
        ApplicationContextRunner one = runner.withBean("one", ReservationStore.class, InMemoryReservationStore::new);
        one.withPropertyValues("idgen.worker.source=jdbc")
                .run(context -> assertRefused(context)
                        .hasMessage(WORKER
                                + " [jdbc]: bean [one] also supplies worker numbers; remove the property or the bean"));
        Applications.notes()
                .withBean(ReservationStore.class, InMemoryReservationStore::new)
                .withPropertyValues("idgen.worker.id=5")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("a fixed number is used only with idgen.worker.source=fixed"));
    }

    @Test
    void aFactorysOwnSourceStays() {
        Applications.notes()
                .withBean(ReservationStore.class, InMemoryReservationStore::new)
                .withPropertyValues(
                        "spring.jpa.properties.hibernate.idgen.worker.source=fixed",
                        "spring.jpa.properties.hibernate.idgen.worker.id=7")
                .run(context -> assertThat(Applications.saveAndSplit(context, SnowflakeLayout.STANDARD)
                                .worker())
                        .isEqualTo(7));
    }

    @Test
    void propertyMayNameAClass() {
        Applications.notes()
                .withPropertyValues("idgen.worker.source=" + Numbers.class.getName())
                .run(context -> assertThat(Applications.saveAndSplit(context, SnowflakeLayout.STANDARD)
                                .worker())
                        .isEqualTo(9));
        Applications.notes()
                .withPropertyValues("idgen.worker.source=etcd")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("or the name of a class that implements or supplies it"));
    }

    @Test
    void redisIsTheApplicationsConnectionOfLettuce() {
        lettuce.withPropertyValues("idgen.worker.source=redis", "idgen.segment.source=redis")
                .run(context -> assertThat(settings(context))
                        .hasEntrySatisfying(
                                WORKER, store -> assertThat(store).isInstanceOf(RedisReservationStore.class))
                        .hasEntrySatisfying(SEGMENT, store -> assertThat(store).isInstanceOf(RedisSegmentStore.class)));
        lettuce.run(context -> assertThat(context).doesNotHaveBean(SpringDataRedis.class));
    }

    /** A properties file keeps the spaces at the end of a line. */
    @Test
    void redisIsRecognizedWithSpacesAround() {
        for (String property : List.of("idgen.worker.source", "idgen.segment.source")) {
            lettuce.withPropertyValues(property + "=redis ")
                    .run(context -> assertThat(settings(context))
                            .hasEntrySatisfying(
                                    "hibernate." + property,
                                    store -> assertThat(store)
                                            .isInstanceOfAny(RedisReservationStore.class, RedisSegmentStore.class)));
        }
        lettuce.withPropertyValues("idgen.segment.source=redis ")
                .run(context -> assertThat(context).hasSingleBean(SpringDataRedis.class));
    }

    /** The numbers of a worker can settle, by a property; a segment's can't. */
    @Test
    void segmentsOfARedisThatFailsOverAreRefused() {
        for (LettuceConnectionFactory factory : List.of(
                new LettuceConnectionFactory(new RedisSentinelConfiguration("orders", Set.of("s1:26379"))),
                new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("c1:7000"))))) {
            ApplicationContextRunner redis = runner.withBean(LettuceConnectionFactory.class, () -> factory);
            redis.withPropertyValues("idgen.segment.source=redis")
                    .run(context -> assertRefused(context)
                            .hasMessage(SEGMENT
                                    + " [redis]: a failover of Sentinel or Cluster can lose numbers that were handed"
                                    + " out; declare a RedisSegmentStore bean with a settle time"));
            redis.withPropertyValues("idgen.worker.source=redis")
                    .run(context -> assertThat(settings(context)).containsOnlyKeys(WORKER));
        }
    }

    @Test
    void stopsRightBeforeTheConnectionDoes() {
        lettuce.withPropertyValues("idgen.worker.source=redis").run(context -> {
            int redis = context.getBean(LettuceConnectionFactory.class).getPhase();
            assertThat(context.getBean(SpringDataRedis.class).getPhase()).isEqualTo(redis + 1);
        });
    }

    @Test
    void redisWithoutAConnectionOfLettuceIsRefused() {
        ApplicationContextRunner redis = runner.withPropertyValues("idgen.worker.source=redis");
        redis.run(context -> assertRefused(context)
                .hasMessage(WORKER
                        + " [redis]: there is no Redis connection; add spring-boot-starter-data-redis,"
                        + " and spring.data.redis.url"));
        RedisConnectionFactory another = (RedisConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> 1;
                    case "toString" -> "another";
                    default -> throw new UnsupportedOperationException(method.toString());
                });
        redis.withBean(RedisConnectionFactory.class, () -> another)
                .run(context -> assertRefused(context)
                        .hasMessageContaining(WORKER + " [redis]: the Redis connection is a ")
                        .hasMessageContaining(another.getClass().getName())
                        .hasMessageEndingWith(
                                "but the store needs Lettuce; set spring.data.redis.client-type to" + " lettuce"));
        redis.withBean("one", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withBean("two", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 2))
                .run(context -> assertRefused(context)
                        .hasMessageContaining(
                                "there are several Redis connections, [one, two]; make one of them @Primary"));
        redis.withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("r1", 6379)))
                .run(context -> assertRefused(context)
                        .hasMessageContaining(
                                "names a static master with replicas, and not which server accepts" + " writes"));
    }

    @Test
    void redisWithoutItsStoreIsRefused() {
        lettuce.withClassLoader(new FilteredClassLoader("io.github.hibernateidgen.redis"))
                .withPropertyValues("idgen.worker.source=redis")
                .run(context -> assertRefused(context)
                        .hasMessageContaining("add io.github.hibernateidgen:hibernate-idgen-redis"));
        runner.withClassLoader(new FilteredClassLoader(
                        "io.github.hibernateidgen.redis", "io.lettuce", "org.springframework.data.redis"))
                .run(context -> assertThat(settings(context)).isEmpty());
    }
}
