package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.lettuce.core.AbstractRedisClient;
import java.util.IdentityHashMap;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Clients of our own, one configured as each of Spring Data's {@link LettuceConnectionFactory} beans that is asked for.
 *
 * <p>The bean's own client can't serve: Spring shuts it down with all life cycles, while entity manager factories still
 * make ids and have their worker number to give back, and a life cycle that starts again has another client. These
 * last as long as this bean. Spring makes that bean while it makes the first entity manager factory, hence destroys it
 * after the last, and before the resources of Lettuce that both share.
 *
 * <p>Thread-safe.
 */
final class SpringDataRedisClient implements DisposableBean {

    /** The factory, as text for those that must not load it. */
    static final String FACTORY = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    /** Of the factory, which has no getter that tells a static master and its replicas from one server. */
    static final String CONFIGURATION = "configuration";

    private final IdentityHashMap<LettuceConnectionFactory, LettuceConnectionFactory> own = new IdentityHashMap<>();

    /**
     * Returns the client, the same for all entity manager factories. It connects when it is used.
     *
     * @param bean whose configuration it has
     * @param setting what it is for
     */
    synchronized AbstractRedisClient like(LettuceConnectionFactory bean, String setting) {
        LettuceConnectionFactory current = own.get(bean);
        if (current == null) {
            current = new LettuceConnectionFactory(configuration(bean, setting), bean.getClientConfiguration());
            current.start();
            own.put(bean, current);
        }
        return current.getRequiredNativeClient();
    }

    /** Shuts the clients down, not the resources that the application shares. */
    @Override
    public synchronized void destroy() {
        own.values().forEach(LettuceConnectionFactory::destroy);
    }

    private static RedisConfiguration configuration(LettuceConnectionFactory bean, String setting) {
        String uri = "idgen." + setting.replace(".client", ".uri");
        Object configuration = new DirectFieldAccessor(bean).getPropertyValue(CONFIGURATION);
        if (configuration instanceof RedisConfiguration.StaticMasterReplicaConfiguration) {
            throw new IdgenConfigurationException(
                    "idgen." + setting,
                    bean.getClass().getName(),
                    "a static master with replicas names no server to write to; set " + uri + " to the master");
        }
        if (configuration instanceof RedisConfiguration known) {
            return known;
        }
        throw new IdgenConfigurationException(
                "idgen." + setting,
                bean.getClass().getName(),
                "does not tell which server it reaches; set " + uri + ", or name a RedisClient bean");
    }
}
