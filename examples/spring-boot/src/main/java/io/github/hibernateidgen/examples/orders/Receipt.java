package io.github.hibernateidgen.examples.orders;

import java.util.List;
import java.util.UUID;

/**
 * The result of placing an order.
 *
 * @param orderId the order's id
 * @param beforeFlush after {@code persist()} had returned
 * @param afterFlush after the rows were written, with the ids read from the table
 */
record Receipt(long orderId, Moment beforeFlush, Moment afterFlush) {

    /**
     * A moment of a transaction.
     *
     * @param orderId the order's id
     * @param lineIds the ids of its lines
     * @param otherIds the ids of its payment, its parcel and its bonus
     * @param roundTrips how often the session had called the JDBC driver since the transaction began
     */
    record Moment(Long orderId, List<UUID> lineIds, OtherIds otherIds, int roundTrips) {}
}
