package io.github.hibernateidgen.examples.orders;

/** The id of a {@link Payment}: a separate class, so that the compiler rejects the ids of other entities. */
record PaymentId(long value) {}
