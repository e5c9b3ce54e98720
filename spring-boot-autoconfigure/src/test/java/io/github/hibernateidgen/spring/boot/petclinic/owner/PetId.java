package io.github.hibernateidgen.spring.boot.petclinic.owner;

public record PetId(long value) {}
