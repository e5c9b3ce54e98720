package io.github.hibernateidgen.spring.boot.petclinic.owner;

import java.util.UUID;

public record PetTypeId(UUID value) {}
