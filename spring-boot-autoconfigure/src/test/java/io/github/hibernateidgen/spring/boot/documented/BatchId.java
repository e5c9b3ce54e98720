package io.github.hibernateidgen.spring.boot.documented;

/** Sealed. */
public record BatchId(Long value) {}
