package io.github.hibernateidgen.spring.boot.parcels;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose entity has numbers of segments. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ParcelApplication {}
