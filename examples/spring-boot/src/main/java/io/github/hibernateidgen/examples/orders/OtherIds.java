package io.github.hibernateidgen.examples.orders;

/**
 * The ids of an order's payment, parcel and bonus.
 *
 * @param payment the id of the payment as text: {@code pay_} and 13 characters
 * @param parcel the id of the parcel
 * @param parcelText the sealed text of the parcel's id for outsiders: {@code par_}, the key's name and 26 characters that
 *     reveal nothing
 * @param bonus the id of the bonus
 */
record OtherIds(String payment, long parcel, String parcelText, long bonus) {}
