package io.github.hibernateidgen.examples.orders;

import org.hibernate.Session;
import org.hibernate.SessionEventListener;

/**
 * Counts how often a session calls the JDBC driver, for a batch or for a single statement. Hibernate's statistics count all
 * sessions together, so they cannot show the round trips of a single order.
 */
public final class RoundTrips implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    private int count;

    public static RoundTrips of(Session session) {
        RoundTrips roundTrips = new RoundTrips();
        session.addEventListeners(roundTrips);
        return roundTrips;
    }

    public int count() {
        return count;
    }

    @Override
    public void jdbcExecuteBatchEnd() {
        count++;
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        count++;
    }
}
