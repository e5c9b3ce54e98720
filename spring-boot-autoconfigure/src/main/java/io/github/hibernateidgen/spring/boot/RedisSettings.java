package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdgenConfigurationException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** The application's own Redis connection or client, for reservations there. */
record RedisSettings(
        IdgenProperties.Worker worker,
        ListableBeanFactory beanFactory,
        ObjectProvider<StatefulRedisConnection<String, String>> connections)
        implements HibernateSettings {

    private static final boolean SPRING_DATA = ClassUtils.isPresent(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            RedisSettings.class.getClassLoader());

    @Override
    public void addTo(Map<String, Object> settings) {
        if (worker.source() == IdgenProperties.Source.REDIS) {
            Object bean = bean();
            PropertySettings.put(
                    settings, PropertySettings.REDIS_CLIENT, bean == null ? null : connectionOrClient(bean));
        }
    }

    private @Nullable Object bean() {
        String name = worker.redis().client();
        if (name != null) {
            return new NamedBeans(beanFactory).get(property(), name, Object.class);
        }
        if (worker.redis().uri() != null) {
            return null;
        }
        Object bean = connections.getIfAvailable();
        if (bean == null) {
            bean = beanFactory.getBeanProvider(RedisClient.class).getIfAvailable();
        }
        return bean == null && SPRING_DATA ? SpringData.connectionFactory(beanFactory) : bean;
    }

    private static Object connectionOrClient(Object bean) {
        Object client = SPRING_DATA ? SpringData.unwrap(bean) : bean;
        if (client instanceof StatefulRedisConnection || client instanceof RedisClient) {
            return client;
        }
        throw new IdgenConfigurationException(
                property(),
                client.getClass().getName(),
                "this is no Lettuce connection or client of a single server; name one, give idgen.worker.redis.uri,"
                        + " or define a ReservationStore bean, such as a RedisReservationStore on a cluster");
    }

    private static String property() {
        return "idgen." + PropertySettings.REDIS_CLIENT;
    }

    /** A class of its own, since Spring Data Redis may be absent. */
    private static final class SpringData {

        static @Nullable Object connectionFactory(ListableBeanFactory beanFactory) {
            return beanFactory.getBeanProvider(LettuceConnectionFactory.class).getIfAvailable();
        }

        static Object unwrap(Object bean) {
            return bean instanceof LettuceConnectionFactory factory ? factory.getRequiredNativeClient() : bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RedisClient.class)
    static class Beans {

        @Bean
        @Order(2)
        RedisSettings idgenRedisSettings(
                IdgenProperties properties,
                ListableBeanFactory beanFactory,
                ObjectProvider<StatefulRedisConnection<String, String>> connections) {
            return new RedisSettings(properties.worker(), beanFactory, connections);
        }
    }
}
