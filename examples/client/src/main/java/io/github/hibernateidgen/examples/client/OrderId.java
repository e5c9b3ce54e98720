package io.github.hibernateidgen.examples.client;

import io.github.hibernateidgen.text.PublicId;

/** The class of an id that the service and its client share. */
@PublicId(prefix = "ord_", sealed = true)
public record OrderId(long value) {}
