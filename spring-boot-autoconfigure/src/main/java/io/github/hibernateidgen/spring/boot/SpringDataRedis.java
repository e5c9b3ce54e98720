package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.factory.Engines;
import io.github.hibernateidgen.internal.factory.Mappings;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.redis.RedisSegmentStore;
import io.lettuce.core.AbstractRedisClient;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConfiguration.StaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Stores on the application's Redis connection.
 *
 * <p>Spring stops the connection with the life cycles, before it closes the entity manager factories. So the worker numbers
 * are released in a phase of their own: behind the web server, which ends its requests first, and before the connection. Where
 * the life cycles start again, the connection has another client, and ids can be made again.
 *
 * <p>Thread-safe.
 */
final class SpringDataRedis implements RedisStores, SmartLifecycle {

    private final ConfigurableListableBeanFactory beans;
    private final RedisReservationStore reservations = new RedisReservationStore(this::client, "idgen:worker:");
    private final RedisSegmentStore segments = new RedisSegmentStore(this::client, "idgen:segment:", Duration.ZERO);
    private volatile boolean running;

    SpringDataRedis(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public RedisReservationStore reservations() {
        startConnection(IdgenSettings.WORKER_SOURCE);
        return reservations;
    }

    @Override
    public RedisSegmentStore segments() {
        startConnection(IdgenSettings.SEGMENT_SOURCE);
        return segments;
    }

    /** One that is not told to start early waits for the life cycles, which begin after the entity manager factories. */
    private void startConnection(String setting) {
        connection(setting).start();
    }

    private AbstractRedisClient client() {
        return connection(IdgenSettings.WORKER_SOURCE).getRequiredNativeClient();
    }

    private LettuceConnectionFactory connection(String setting) {
        RedisConnectionFactory found =
                beans.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
        if (found == null) {
            List<String> names = List.of(beans.getBeanNamesForType(RedisConnectionFactory.class));
            throw invalid(
                    setting,
                    names.isEmpty()
                            ? "there is no Redis connection; add spring-boot-starter-data-redis, and spring.data.redis.url"
                            : "there are several Redis connections, " + names + "; make one of them @Primary");
        }
        if (!(found instanceof LettuceConnectionFactory lettuce)) {
            throw invalid(
                    setting,
                    "the Redis connection is a " + found.getClass().getName()
                            + ", and only Lettuce will do; set spring.data.redis.client-type to lettuce");
        }
        // No getter tells a static master and its replicas from one server.
        if (new DirectFieldAccessor(lettuce).getPropertyValue("configuration")
                instanceof StaticMasterReplicaConfiguration) {
            throw invalid(
                    setting,
                    "the Redis connection names a static master with replicas, and so no server to write to; use Sentinel or"
                            + " Cluster, or a bean of the store with a client of the master");
        }
        return lettuce;
    }

    private static IdgenConfigurationException invalid(String setting, String problem) {
        return new IdgenConfigurationException(setting, "redis", problem);
    }

    /** Drops connections that the client of before has closed. */
    @Override
    public void start() {
        closeConnections();
        forEachEngine(Engines::resumeWorker);
        running = true;
    }

    @Override
    public void stop() {
        forEachEngine(Engines::suspendWorker);
        closeConnections();
        running = false;
    }

    private void closeConnections() {
        reservations.close();
        segments.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops right before the connection does. */
    @Override
    public int getPhase() {
        return connection(IdgenSettings.WORKER_SOURCE).getPhase() + 1;
    }

    /** A factory that is lazy, and that nobody has asked for yet, is left alone. */
    private void forEachEngine(Consumer<Engines> action) {
        Stream.of(beans.getBeanNamesForType(EntityManagerFactory.class, false, false))
                .filter(beans::containsSingleton)
                .map(name -> beans.getBean(name, EntityManagerFactory.class))
                .filter(factory -> factory.isOpen()
                        && reservations.equals(factory.getProperties().get(IdgenSettings.WORKER_SOURCE)))
                .map(factory -> Mappings.engines(factory.unwrap(SessionFactoryImplementor.class)))
                .forEach(action);
    }

    /** Only where a source asks for it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisReservationStore.class, LettuceConnectionFactory.class})
    static class Beans {

        @Bean
        @Conditional(IsSource.class)
        SpringDataRedis idgenSpringDataRedis(ConfigurableListableBeanFactory beans) {
            return new SpringDataRedis(beans);
        }
    }

    static final class IsSource implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return Stream.of("idgen.worker.source", "idgen.segment.source")
                    .anyMatch(source -> "redis".equals(context.getEnvironment().getProperty(source)));
        }
    }
}
