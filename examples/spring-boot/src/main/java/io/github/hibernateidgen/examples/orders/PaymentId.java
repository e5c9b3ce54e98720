package io.github.hibernateidgen.examples.orders;

import io.github.hibernateidgen.text.PublicId;

/** The id of a {@link Payment}: a separate class, so that the compiler rejects the ids of other entities. */
@PublicId(prefix = "pay_")
record PaymentId(long value) {}
