package io.github.hibernateidgen.spring.boot.petclinic.owner;

public record OwnerId(long value) {}
