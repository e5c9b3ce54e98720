package io.github.hibernateidgen.quarkus.it;

public record TagId(long value) {}
