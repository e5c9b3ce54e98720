package io.github.hibernateidgen.spring.boot.doors;

import io.github.hibernateidgen.text.PublicId;
import java.io.Serializable;

/** Serializable, because Spring Data REST needs it. */
@PublicId(prefix = "vou_", sealed = true)
public record VoucherId(long value) implements Serializable {}
