package io.github.hibernateidgen.spring.boot;

import io.etcd.jetcd.Client;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * The application's own etcd client, for reservations there.
 *
 * <p>Its bean is made, if it is not there yet, while the entity manager factory is made; so Spring destroys it later.
 */
record EtcdClientSettings(IdgenProperties.Worker worker, NamedBeans beans, ObjectProvider<Client> clients)
        implements SettingsContributor {

    @Override
    public void addTo(Map<String, Object> settings) {
        PropertySettings.put(settings, PropertySettings.ETCD_CLIENT, client());
    }

    private @Nullable Client client() {
        String name = worker.etcd().client();
        if (name != null) {
            // Also where another source is set, or none: the library then says so, as it does of the servers.
            return beans.get("idgen." + PropertySettings.ETCD_CLIENT, name, Client.class);
        }
        return worker.source() == IdgenProperties.Source.ETCD && worker.etcd().endpoints() == null
                ? clients.getIfAvailable()
                : null;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Client.class)
    static class Beans {

        @Bean
        @Order(2)
        EtcdClientSettings idgenEtcdClientSettings(
                IdgenProperties properties, ListableBeanFactory beanFactory, ObjectProvider<Client> clients) {
            return new EtcdClientSettings(properties.worker(), new NamedBeans(beanFactory), clients);
        }
    }
}
