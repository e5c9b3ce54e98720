package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "pet_")
public record PetId(long value) {}
