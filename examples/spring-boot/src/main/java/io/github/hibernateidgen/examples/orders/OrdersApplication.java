package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.examples.orders.inspector.Inspector;
import jakarta.persistence.EntityManagerFactory;
import java.net.InetAddress;
import java.time.InstantSource;
import org.hibernate.SessionFactory;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.util.UriComponentsBuilder;

/** Orders with lines: a REST API at {@code /api/orders}, and a page at {@code /}. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrdersApplication {

    public static void main(String[] args) {
        ConfigurableApplicationContext application = SpringApplication.run(OrdersApplication.class, args);
        application.getBean(HomePage.class).prepareFirstVisit();
        LoggerFactory.getLogger(OrdersApplication.class)
                .info("Orders: {}   Ctrl+C ends it.", address(application.getEnvironment()));
    }

    private static String address(Environment settings) {
        InetAddress host = settings.getRequiredProperty("server.address", InetAddress.class);
        boolean here = host.isLoopbackAddress() || host.isAnyLocalAddress();
        return UriComponentsBuilder.newInstance()
                .scheme("http")
                .host(here ? "localhost" : host.getHostAddress())
                .port(settings.getRequiredProperty("local.server.port"))
                .toUriString();
    }

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    /** Creates the inspector with the layouts of this application. */
    @Bean
    Inspector inspector(EntityManagerFactory factory) {
        return new Inspector(Idgen.of(factory.unwrap(SessionFactory.class)).layouts());
    }
}
