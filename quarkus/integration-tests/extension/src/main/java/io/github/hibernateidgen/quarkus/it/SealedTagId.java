package io.github.hibernateidgen.quarkus.it;

import java.util.UUID;

public record SealedTagId(UUID value) {}
