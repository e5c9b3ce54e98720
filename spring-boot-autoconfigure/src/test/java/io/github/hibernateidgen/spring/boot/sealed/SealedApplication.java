package io.github.hibernateidgen.spring.boot.sealed;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class SealedApplication {}
