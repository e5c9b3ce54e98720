package io.github.hibernateidgen.spring.boot.crates;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose entity has numbers of a table. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class CrateApplication {}
