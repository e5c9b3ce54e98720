package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.text.PublicId;
import java.util.UUID;

@PublicId
public record PetTypeId(UUID value) {}
