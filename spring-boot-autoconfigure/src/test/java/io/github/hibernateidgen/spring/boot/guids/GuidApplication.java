package io.github.hibernateidgen.spring.boot.guids;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application that has GUIDs only. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class GuidApplication {}
