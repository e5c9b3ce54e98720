package io.github.hibernateidgen.internal.segment;

import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_OFFSET;
import static io.github.hibernateidgen.config.IdgenSettings.SEGMENT_STEP;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.segment.OffsetAndStep;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.hibernate.dialect.MySQLDialect;
import org.jboss.logging.Logger;

/**
 * The step and the offset of the AUTO_INCREMENT columns of a MySQL or MariaDB server. With a common step and different
 * offsets, several servers that write the same tables make different numbers.
 *
 * @param increment {@code auto_increment_increment}, 1 on a server that is configured for no other writer
 * @param offset {@code auto_increment_offset}
 */
record ServerStep(int increment, int offset) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    private static final String QUERY = "select @@auto_increment_increment, @@auto_increment_offset";

    /** Reads the server's step and offset. Returns empty on other databases, and if the server does not reveal them. */
    static Optional<ServerStep> of(HibernateDatabase database) {
        if (!(database.dialect() instanceof MySQLDialect)) {
            return Optional.empty();
        }
        try {
            return Optional.of(database.read(ServerStep::ask));
        } catch (SQLException e) {
            LOG.infof(
                    "The database does not reveal whether it has several writers, as auto_increment_increment can't"
                            + " be read: %s",
                    Secrets.masked(String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private static ServerStep ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            return new ServerStep(row.getInt(1), row.getInt(2));
        }
    }

    /**
     * Compares the offset and the step of an attribute with the server's offset and step. Accepts every attribute if
     * {@code increment} is 1. Logs a warning if only the server has a step above 1.
     *
     * @throws IdgenConfigurationException if both have a step above 1, and the steps or the offsets differ
     */
    void check(String attribute, OffsetAndStep offsetAndStep, Remedies names) {
        if (increment == 1) {
            return;
        }
        // An offset above the increment has the same effect as its remainder.
        int serverOffset = Math.floorMod(offset - 1, increment) + 1;
        if (offsetAndStep.step() == 1) {
            LOG.warnf(
                    "%s issues all numbers, but auto_increment_increment [%d] shows that the database server is one"
                            + " of several writers; if the servers do not share a sequence or table, set %s=%d and"
                            + " %s=%d",
                    attribute,
                    increment,
                    names.named(SEGMENT_OFFSET),
                    serverOffset,
                    names.named(SEGMENT_STEP),
                    increment);
        } else if (offsetAndStep.step() != increment || offsetAndStep.offset() != serverOffset) {
            throw new IdgenConfigurationException(
                    attribute,
                    offsetAndStep,
                    "the database has auto_increment_increment [" + increment + "] and auto_increment_offset [" + offset
                            + "]",
                    "give the application of this server the offset [" + serverOffset + "] and the step ["
                            + increment
                            + "]");
        }
    }
}
