package io.github.hibernateidgen.petclinic.owner;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "own_", sealed = true)
public record OwnerId(long value) {}
