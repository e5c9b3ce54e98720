package io.github.hibernateidgen.spring.data.shop;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose repositories save entities that have their ids already. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableJpaRepositories(considerNestedRepositories = true)
public class ShopApplication {}
