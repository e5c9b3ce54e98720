package io.github.hibernateidgen.spring.boot;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.redis.RedisSegmentStore;
import io.lettuce.core.AbstractRedisClient;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConfiguration.StaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Stores of worker numbers and segments that use the application's Redis connection.
 *
 * <p>Spring stops the connection as a {@code SmartLifecycle}, before it closes the entity manager factories. This class is a
 * {@code SmartLifecycle} as well and releases the worker numbers after the web server has ended its requests and before the
 * connection stops. If Spring starts the life cycles again, the connection has a new client, and ids can be made again.
 *
 * <p>Thread-safe.
 */
final class SpringDataRedis implements RedisStores, SmartLifecycle {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen");

    private final ConfigurableListableBeanFactory beans;
    private final RedisReservationStore reservations = new RedisReservationStore(this::client);
    private final RedisSegmentStore segments = new RedisSegmentStore(this::client);
    private final String setting;
    private volatile @Nullable LettuceConnectionFactory started;
    private volatile boolean stopped;

    /**
     * Creates the stores. The connection is not looked up yet.
     *
     * @param setting the setting that selects Redis; error messages name it
     */
    SpringDataRedis(ConfigurableListableBeanFactory beans, String setting) {
        this.beans = beans;
        this.setting = setting;
    }

    @Override
    public RedisReservationStore reservations() {
        startConnection(IdgenSettings.WORKER_SOURCE);
        return reservations;
    }

    @Override
    public RedisSegmentStore segments() {
        LettuceConnectionFactory connection = startConnection(IdgenSettings.SEGMENT_SOURCE);
        if (connection.isRedisSentinelAware() || connection.isClusterAware()) {
            throw invalid(
                    IdgenSettings.SEGMENT_SOURCE,
                    "a failover of Sentinel or Cluster can lose numbers that were handed out",
                    "declare a RedisSegmentStore bean with a settle time");
        }
        return segments;
    }

    /** Starts the connection early. Spring would otherwise start it after the entity manager factories. */
    private LettuceConnectionFactory startConnection(String setting) {
        LettuceConnectionFactory connection = connection(setting);
        connection.start();
        started = connection;
        return connection;
    }

    /**
     * Returns the client of the connection that was started. Looks up no bean: the thread that creates the beans may hold
     * Spring's lock while it waits for the claim of a worker number.
     */
    private AbstractRedisClient client() {
        return requireNonNull(started).getRequiredNativeClient();
    }

    private LettuceConnectionFactory connection(String setting) {
        RedisConnectionFactory found =
                beans.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
        if (found == null) {
            List<String> names = List.of(beans.getBeanNamesForType(RedisConnectionFactory.class));
            throw names.isEmpty()
                    ? invalid(
                            setting,
                            "there is no Redis connection",
                            "add spring-boot-starter-data-redis, and spring.data.redis.url")
                    : invalid(setting, "there are several Redis connections, " + names, "make one of them @Primary");
        }
        if (!(found instanceof LettuceConnectionFactory lettuce)) {
            throw invalid(
                    setting,
                    "the Redis connection is a " + found.getClass().getName() + ", but the store needs Lettuce",
                    "set spring.data.redis.client-type to lettuce");
        }
        // No getter distinguishes a static master and its replicas from a single server.
        if (new DirectFieldAccessor(lettuce).getPropertyValue("configuration")
                instanceof StaticMasterReplicaConfiguration) {
            throw invalid(
                    setting,
                    "the Redis connection names a static master with replicas, and not which server accepts writes",
                    "use Sentinel or Cluster, or a bean of the store with a client of the master");
        }
        return lettuce;
    }

    private static IdgenConfigurationException invalid(String setting, String rule, String remedy) {
        return new IdgenConfigurationException(setting, REDIS, rule, remedy);
    }

    /**
     * After a stop, closes the connections that a late call may have opened with the old client, and claims worker numbers
     * again.
     */
    @Override
    public void start() {
        if (stopped) {
            closeConnections();
            forEachFactory(Idgen::resume);
            stopped = false;
        }
    }

    @Override
    public void stop() {
        stopped = true;
        try {
            forEachFactory(Idgen::suspend);
        } finally {
            closeConnections();
        }
    }

    private void closeConnections() {
        reservations.close();
        segments.close();
    }

    @Override
    public boolean isRunning() {
        return !stopped;
    }

    /** Returns the phase above the connection's phase, so that Spring stops this object before the connection. */
    @Override
    public int getPhase() {
        return connection(setting).getPhase() + 1;
    }

    /**
     * Runs an action for each entity manager factory. Skips lazy factories that were not created yet. After a
     * failure, logs a warning and continues with the next factory.
     */
    private void forEachFactory(Consumer<Idgen> action) {
        for (String name : beans.getBeanNamesForType(EntityManagerFactory.class, false, false)) {
            try {
                if (beans.containsSingleton(name)) {
                    idgen(beans.getBean(name, EntityManagerFactory.class)).ifPresent(action);
                }
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The worker number of " + name + " is not released or claimed",
                        Secrets.masked(e));
            }
        }
    }

    private Optional<Idgen> idgen(EntityManagerFactory factory) {
        return factory.isOpen() && reservations.equals(factory.getProperties().get(IdgenSettings.WORKER_SOURCE))
                ? Optional.of(Idgen.of(factory.unwrap(SessionFactory.class)))
                : Optional.empty();
    }

    /** Defines the stores if a source of worker numbers or segments is {@code redis}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisReservationStore.class, LettuceConnectionFactory.class})
    static class Beans {

        @Bean
        @Conditional(IsSource.class)
        SpringDataRedis idgenSpringDataRedis(ConfigurableListableBeanFactory beans, Environment environment) {
            boolean isForWorkers = RedisStores.areSelected(environment, Setting.WORKER_SOURCE);
            return new SpringDataRedis(
                    beans, isForWorkers ? IdgenSettings.WORKER_SOURCE : IdgenSettings.SEGMENT_SOURCE);
        }
    }

    static final class IsSource implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return RedisStores.areSelected(context.getEnvironment(), Setting.WORKER_SOURCE)
                    || RedisStores.areSelected(context.getEnvironment(), Setting.SEGMENT_SOURCE);
        }
    }
}
