package io.github.hibernateidgen.spring.boot.narrow;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose tables were made for ids of 32 bits. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class NarrowApplication {}
