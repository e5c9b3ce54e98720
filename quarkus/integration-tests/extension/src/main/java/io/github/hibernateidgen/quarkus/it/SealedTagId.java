package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.text.PublicId;
import java.util.UUID;

@PublicId(prefix = "stg_", sealed = true)
public record SealedTagId(UUID value) {}
