package io.github.hibernateidgen.examples.orders;

/** The id of a {@link Payment}: a class of its own, so that no other id can be taken for it. */
record PaymentId(long value) {}
