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
 * The application's own Redis client, for reservations there.
 *
 * <p>Its bean is made, if it is not there yet, while the entity manager factory is made; so Spring destroys it later.
 */
record RedisClientSettings(IdgenProperties.Worker worker, ListableBeanFactory beanFactory)
        implements SettingsContributor {

    private static final List<Class<?>> TYPES = List.of(AbstractRedisClient.class, StatefulConnection.class);

    private static final boolean SPRING_DATA =
            ClassUtils.isPresent(SpringDataRedisClient.FACTORY, RedisClientSettings.class.getClassLoader());

    @Override
    public void addTo(Map<String, Object> settings) {
        Object bean = bean();
        PropertySettings.put(
                settings,
                PropertySettings.REDIS_CLIENT,
                bean != null && SPRING_DATA ? SpringData.client(bean, beanFactory) : bean);
    }

    private @Nullable Object bean() {
        String name = worker.redis().client();
        if (name != null) {
            // Also where another source is set, or none: the library then says so, as it does of the URI.
            return new NamedBeans(beanFactory)
                    .get("idgen." + PropertySettings.REDIS_CLIENT, name, SPRING_DATA ? SpringData.TYPES : TYPES);
        }
        if (worker.source() != IdgenProperties.Source.REDIS || worker.redis().uri() != null) {
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

        static Object client(Object bean, ListableBeanFactory beanFactory) {
            return bean instanceof LettuceConnectionFactory factory
                    ? beanFactory.getBean(SpringDataRedisClient.class).like(factory)
                    : bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AbstractRedisClient.class)
    static class Beans {

        @Bean
        @Order(2)
        RedisClientSettings idgenRedisClientSettings(IdgenProperties properties, ListableBeanFactory beanFactory) {
            return new RedisClientSettings(properties.worker(), beanFactory);
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
