package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.petclinic.model.NamedEntity;
import jakarta.persistence.Entity;

@Entity
public class PetType extends NamedEntity<PetTypeId> {}
