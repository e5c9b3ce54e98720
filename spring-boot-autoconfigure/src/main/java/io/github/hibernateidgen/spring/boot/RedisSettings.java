package io.github.hibernateidgen.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** The application's own Redis client, for reservations there. */
record RedisSettings(IdgenProperties.Worker worker, ListableBeanFactory beanFactory) implements HibernateSettings {

    private static final boolean SPRING_DATA = ClassUtils.isPresent(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            RedisSettings.class.getClassLoader());

    @Override
    public void addTo(Map<String, Object> settings) {
        if (worker.source() == IdgenProperties.Source.REDIS) {
            Object bean = bean();
            PropertySettings.put(
                    settings,
                    PropertySettings.REDIS_CLIENT,
                    bean != null && SPRING_DATA ? SpringData.unwrap(bean) : bean);
        }
    }

    private @Nullable Object bean() {
        String name = worker.redis().client();
        if (name != null) {
            return new NamedBeans(beanFactory).get("idgen." + PropertySettings.REDIS_CLIENT, name, Object.class);
        }
        if (worker.redis().uri() != null) {
            return null;
        }
        Object client = beanFactory.getBeanProvider(AbstractRedisClient.class).getIfAvailable();
        return client == null && SPRING_DATA ? SpringData.connectionFactory(beanFactory) : client;
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
    @ConditionalOnClass(AbstractRedisClient.class)
    static class Beans {

        @Bean
        @Order(2)
        RedisSettings idgenRedisSettings(IdgenProperties properties, ListableBeanFactory beanFactory) {
            return new RedisSettings(properties.worker(), beanFactory);
        }
    }
}
