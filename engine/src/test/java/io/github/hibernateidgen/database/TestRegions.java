package io.github.hibernateidgen.database;

import io.github.hibernateidgen.worker.processes.Address;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * Two PostgreSQL servers from the binaries of the tests, which publish a table to each other: each applies the rows that were
 * inserted into the other one, and passes on none that it got so.
 */
public final class TestRegions implements AutoCloseable {

    private final List<Server> servers;

    private TestRegions(List<Server> servers) {
        this.servers = servers;
    }

    /** Starts the servers, or skips the test and says why. */
    public static TestRegions startOrSkip(String script) throws SQLException {
        try {
            TestRegions regions = new TestRegions(
                    List.of(new PostgreSqlBinaries().start("logical"), new PostgreSqlBinaries().start("logical")));
            regions.execute(0, script);
            regions.execute(1, script);
            return regions;
        } catch (UnavailableException e) {
            throw new TestAbortedException("PostgreSQL: " + e.getMessage(), e);
        }
    }

    /** Begins the replication of a table, both ways. */
    public void replicate(String table) throws SQLException {
        execute(0, "create publication rows for table " + table);
        execute(1, "create publication rows for table " + table);
        for (int region = 0; region < 2; region++) {
            execute(
                    region,
                    "create subscription rows connection 'host=127.0.0.1 port=" + port(1 - region)
                            + " user=postgres dbname=postgres' publication rows with (copy_data = false, origin = none)");
        }
    }

    private int port(int region) {
        String url = servers.get(region).jdbcUrl();
        return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1, url.lastIndexOf('/')));
    }

    public Address address(int region) {
        Server server = servers.get(region);
        return new Address(server.jdbcUrl(), server.user(), server.password());
    }

    public Connection connect(int region) throws SQLException {
        return servers.get(region).connect();
    }

    /** Executes a statement, and returns how many rows it has changed. */
    public int execute(int region, String sql) throws SQLException {
        try (Connection connection = connect(region);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return statement.getUpdateCount();
        }
    }

    public long number(int region, String query) throws SQLException {
        try (Connection connection = connect(region);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        servers.forEach(server -> server.end().run());
    }
}
