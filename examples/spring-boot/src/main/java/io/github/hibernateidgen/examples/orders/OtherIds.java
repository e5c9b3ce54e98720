package io.github.hibernateidgen.examples.orders;

/**
 * The ids of what comes with an order.
 *
 * @param payment that of its payment, as text: {@code pay_} and 13 characters
 * @param parcel that of its parcel
 * @param parcelText the same as outsiders see it: {@code par_}, the key's name and 26 characters that tell nothing
 * @param bonus that of its bonus
 */
record OtherIds(String payment, long parcel, String parcelText, long bonus) {}
