package io.github.hibernateidgen.examples.orders;

import java.time.InstantSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Orders with lines: a REST API at {@code /api/orders}, and a page at {@code /}. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrdersApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }
}
