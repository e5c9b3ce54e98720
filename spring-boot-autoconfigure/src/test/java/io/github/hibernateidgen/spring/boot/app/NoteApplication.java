package io.github.hibernateidgen.spring.boot.app;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application as users have it: auto-configured, with one entity. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class NoteApplication {}
