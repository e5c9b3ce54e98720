package io.github.hibernateidgen.examples.orders;

/**
 * The ids of what comes with an order.
 *
 * @param payment that of its payment, as text: {@code pay_} and 13 characters
 * @param parcel that of its parcel
 * @param bonus that of its bonus
 */
record OtherIds(String payment, long parcel, long bonus) {}
