package io.github.hibernateidgen.internal.engines;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.segment.Stripe;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Which of several masters a MySQL or MariaDB server takes itself for: the step and the offset of its AUTO_INCREMENT columns.
 *
 * @param increment {@code auto_increment_increment}, 1 for a server that knows of no other master
 * @param offset {@code auto_increment_offset}
 */
record MasterStep(int increment, int offset) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    private static final String QUERY = "select @@auto_increment_increment, @@auto_increment_offset";

    static MasterStep read(BootstrapConnections connections) throws SQLException {
        return connections.transact(() -> ask(connections));
    }

    private static MasterStep ask(BootstrapConnections connections) throws SQLException {
        Connection connection = connections.open();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            return new MasterStep(row.getInt(1), row.getInt(2));
        } finally {
            connections.close(connection);
        }
    }

    /** Whether a server's step matters to an attribute: a counter elsewhere serves all masters. */
    static boolean concerns(BoundAttribute attribute) {
        AttributeSegments segments = attribute.segments();
        return segments != null && segments.inDatabase();
    }

    /**
     * Compares the stripes of attributes with the server's.
     *
     * @throws IdgenConfigurationException if they differ
     */
    void check(List<BoundAttribute> attributes) {
        attributes.stream()
                .filter(MasterStep::concerns)
                .forEach(attribute -> check(
                        attribute.path(), requireNonNull(attribute.segments()).stripe()));
    }

    /**
     * Compares an attribute's stripe with the server's.
     *
     * @throws IdgenConfigurationException if they differ
     */
    void check(String attribute, Stripe stripe) {
        if (increment == 1) {
            return;
        }
        int remainder = offset % increment;
        if (stripe.of() == 1) {
            LOG.warnf(
                    "%s issues all numbers, but the database is one of several masters by its auto_increment_increment [%d]; if"
                            + " they do not share one sequence or table, set hibernate.idgen.segment.stripe=%d and"
                            + " hibernate.idgen.segment.of=%d",
                    attribute, increment, remainder, increment);
        } else if (stripe.of() != increment || stripe.stripe() != remainder) {
            throw new IdgenConfigurationException(
                    attribute,
                    stripe,
                    "the database has auto_increment_increment [" + increment + "] and auto_increment_offset [" + offset
                            + "], which is stripe " + remainder + " of " + increment
                            + "; give each master's application the stripe of its master");
        }
    }
}
