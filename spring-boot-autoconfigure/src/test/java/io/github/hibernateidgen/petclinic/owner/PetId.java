package io.github.hibernateidgen.petclinic.owner;

public record PetId(long value) {}
