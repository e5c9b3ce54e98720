package io.github.hibernateidgen.spring.boot.sealed;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "tic_", sealed = true)
public record TicketId(long value) {}
