package io.github.hibernateidgen.petclinic.owner;

public record OwnerId(long value) {}
