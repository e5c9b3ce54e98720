package io.github.hibernateidgen.quarkus.it;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "tag_")
public record TagId(long value) {}
