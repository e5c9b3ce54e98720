package io.github.hibernateidgen.spring.boot.documented;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "acc.")
public record AccountId(long value) {}
