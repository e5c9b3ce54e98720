package io.github.hibernateidgen.spring.boot.documented;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class DocumentedApplication {}
