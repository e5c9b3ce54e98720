package io.github.hibernateidgen.spring.boot.documented;

import io.github.hibernateidgen.text.PublicId;

/** Sealed. */
@PublicId(prefix = "bat_", sealed = true)
public record BatchId(Long value) {}
