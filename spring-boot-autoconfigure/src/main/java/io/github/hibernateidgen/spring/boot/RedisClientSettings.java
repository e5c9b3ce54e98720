package io.github.hibernateidgen.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.StatefulConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The application's own Redis client, for reservations and for counters there.
 *
 * <p>Its bean is made, if it is not there yet, while the entity manager factory is made; so Spring destroys it later.
 */
record RedisClientSettings(IdgenProperties properties, ListableBeanFactory beanFactory) implements SettingsContributor {

    private static final List<Class<?>> TYPES = List.of(AbstractRedisClient.class, StatefulConnection.class);

    private static final boolean SPRING_DATA =
            ClassUtils.isPresent(SpringDataRedisClient.FACTORY, RedisClientSettings.class.getClassLoader());

    /**
     * One use of Redis.
     *
     * @param setting the setting that has the client
     * @param isUsed whether a client is needed that no property names
     * @param uri the server, if one is named
     * @param name the name of the bean, if one is named
     */
    private record Use(
            String setting,
            boolean isUsed,
            @Nullable String uri,
            @Nullable String name) {}

    @Override
    public void addTo(Map<String, Object> settings) {
        IdgenProperties.Segment.Counters counters = properties.segment().redis();
        boolean haveTheirOwn = counters.uri() != null || counters.client() != null;
        boolean forSegments = properties.segment().source() == IdgenProperties.SegmentSource.REDIS && !haveTheirOwn;
        boolean forWorkers = properties.worker().source() == IdgenProperties.Source.REDIS;
        IdgenProperties.Redis redis = properties.redis();
        add(settings, new Use(PropertySettings.REDIS_CLIENT, forWorkers || forSegments, redis.uri(), redis.client()));
        add(settings, new Use(PropertySettings.SEGMENT_REDIS_CLIENT, false, counters.uri(), counters.client()));
    }

    private void add(Map<String, Object> settings, Use use) {
        Object bean = bean(use);
        PropertySettings.put(
                settings,
                use.setting(),
                bean != null && SPRING_DATA ? SpringData.client(bean, beanFactory, use.setting()) : bean);
    }

    private @Nullable Object bean(Use use) {
        String name = use.name();
        if (name != null) {
            // Also where another source is set, or none: the library then says so, as it does of the URI.
            return new NamedBeans(beanFactory)
                    .get("idgen." + use.setting(), name, SPRING_DATA ? SpringData.TYPES : TYPES);
        }
        if (!use.isUsed() || use.uri() != null) {
            return null;
        }
        Object client = beanFactory.getBeanProvider(AbstractRedisClient.class).getIfAvailable();
        return client == null && SPRING_DATA ? SpringData.connectionFactory(beanFactory) : client;
    }

    /** A class of its own, since Spring Data Redis may be absent. */
    private static final class SpringData {

        static final List<Class<?>> TYPES =
                List.of(AbstractRedisClient.class, StatefulConnection.class, LettuceConnectionFactory.class);

        static @Nullable Object connectionFactory(ListableBeanFactory beanFactory) {
            return beanFactory.getBeanProvider(LettuceConnectionFactory.class).getIfAvailable();
        }

        static Object client(Object bean, ListableBeanFactory beanFactory, String setting) {
            return bean instanceof LettuceConnectionFactory factory
                    ? beanFactory.getBean(SpringDataRedisClient.class).like(factory, setting)
                    : bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AbstractRedisClient.class)
    static class Beans {

        @Bean
        @Order(2)
        RedisClientSettings idgenRedisClientSettings(IdgenProperties properties, ListableBeanFactory beanFactory) {
            return new RedisClientSettings(properties, beanFactory);
        }
    }

    /** Lazy: made after the connection factory that it copies, the client is destroyed before that, and its resources. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({AbstractRedisClient.class, LettuceConnectionFactory.class})
    static class SpringDataBeans {

        @Bean
        @Lazy
        SpringDataRedisClient idgenSpringDataRedisClient() {
            return new SpringDataRedisClient();
        }
    }
}
