package io.github.hibernateidgen.spring.boot.documented;

public record AccountId(long value) {}
