package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.lettuce.core.AbstractRedisClient;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A client of our own, configured as Spring Data's {@link LettuceConnectionFactory} bean is.
 *
 * <p>The bean's own client can't serve: Spring shuts it down with all life cycles, while entity manager factories still
 * make ids and have their worker number to give back, and a life cycle that starts again has another client. This one
 * lasts as long as its bean. Spring makes that bean while it makes the first entity manager factory, hence destroys it
 * after the last, and before the resources of Lettuce that both share.
 *
 * <p>Thread-safe.
 */
final class SpringDataRedisClient implements DisposableBean {

    /** The factory, as text for those that must not load it. */
    static final String FACTORY = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    /** Of the factory, which has no getter that tells a static master and its replicas from one server. */
    static final String CONFIGURATION = "configuration";

    private @Nullable LettuceConnectionFactory own;

    /** Returns the client, the same for all entity manager factories. It connects when it is used. */
    synchronized AbstractRedisClient like(LettuceConnectionFactory bean) {
        LettuceConnectionFactory current = own;
        if (current == null) {
            current = new LettuceConnectionFactory(configuration(bean), bean.getClientConfiguration());
            current.start();
            own = current;
        }
        return current.getRequiredNativeClient();
    }

    /** Shuts the client down, not the resources that the application shares. */
    @Override
    public synchronized void destroy() {
        if (own != null) {
            own.destroy();
        }
    }

    private static RedisConfiguration configuration(LettuceConnectionFactory bean) {
        Object configuration = new DirectFieldAccessor(bean).getPropertyValue(CONFIGURATION);
        if (configuration instanceof RedisConfiguration.StaticMasterReplicaConfiguration) {
            throw new IdgenConfigurationException(
                    "idgen." + PropertySettings.REDIS_CLIENT,
                    bean.getClass().getName(),
                    "a static master with replicas names no server to reserve in; set idgen.worker.redis.uri to the"
                            + " master");
        }
        if (configuration instanceof RedisConfiguration known) {
            return known;
        }
        throw new IdgenConfigurationException(
                "idgen." + PropertySettings.REDIS_CLIENT,
                bean.getClass().getName(),
                "does not tell which server it reaches; set idgen.worker.redis.uri, or name a RedisClient bean");
    }
}
