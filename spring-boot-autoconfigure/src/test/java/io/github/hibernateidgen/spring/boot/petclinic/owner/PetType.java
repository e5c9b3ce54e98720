package io.github.hibernateidgen.spring.boot.petclinic.owner;

import io.github.hibernateidgen.spring.boot.petclinic.model.NamedEntity;
import jakarta.persistence.Entity;

@Entity
public class PetType extends NamedEntity<PetTypeId> {}
