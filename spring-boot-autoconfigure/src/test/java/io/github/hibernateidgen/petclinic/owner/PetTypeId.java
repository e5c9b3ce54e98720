package io.github.hibernateidgen.petclinic.owner;

import java.util.UUID;

public record PetTypeId(UUID value) {}
