package io.github.hibernateidgen.spring.boot;

import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * The application's own ZooKeeper client, for reservations there.
 *
 * <p>Its bean is made, if it is not there yet, while the entity manager factory is made; so Spring destroys it later.
 */
record ZooKeeperClientSettings(
        IdgenProperties.Worker worker, NamedBeans beans, ObjectProvider<CuratorFramework> clients)
        implements SettingsContributor {

    @Override
    public void addTo(Map<String, Object> settings) {
        PropertySettings.put(settings, PropertySettings.ZOOKEEPER_CLIENT, client());
    }

    private @Nullable CuratorFramework client() {
        String name = worker.zookeeper().client();
        if (name != null) {
            // Also where another source is set, or none: the library then says so, as it does of the servers.
            return beans.get("idgen." + PropertySettings.ZOOKEEPER_CLIENT, name, CuratorFramework.class);
        }
        return worker.source() == IdgenProperties.Source.ZOOKEEPER
                        && worker.zookeeper().connect() == null
                ? clients.getIfAvailable()
                : null;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(CuratorFramework.class)
    static class Beans {

        @Bean
        @Order(2)
        ZooKeeperClientSettings idgenZooKeeperClientSettings(
                IdgenProperties properties, ListableBeanFactory beanFactory, ObjectProvider<CuratorFramework> clients) {
            return new ZooKeeperClientSettings(properties.worker(), new NamedBeans(beanFactory), clients);
        }
    }
}
