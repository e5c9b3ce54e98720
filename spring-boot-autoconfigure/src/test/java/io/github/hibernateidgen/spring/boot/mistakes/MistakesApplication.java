package io.github.hibernateidgen.spring.boot.mistakes;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application of a new user. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableJpaRepositories(considerNestedRepositories = true)
public class MistakesApplication {}
