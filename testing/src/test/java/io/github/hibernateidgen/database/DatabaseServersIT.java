package io.github.hibernateidgen.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The databases that the tests run on: products, addresses, and what they tell of their indexes. */
class DatabaseServersIT {

    private static final int ROWS = 20_000;

    @ParameterizedTest
    @EnumSource
    void answersAsTheProductItWasAskedFor(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        assertThat(running.productName()).startsWith(database.productName());
        assertThat(query(running, database.selectOne())).isEqualTo("1");
        assertThat(database.orSkip()).as("started once").isSameAs(running);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void serverFromBinariesIsBoundToLoopbackOnly(TestDatabase database) throws Exception {
        RunningDatabase running = database.orSkip();
        assumeThat(running.source()).isEqualTo(SourceKind.BINARIES.toString());
        assertThat(query(
                        running,
                        database == TestDatabase.POSTGRESQL ? "show listen_addresses" : "select @@global.bind_address"))
                .isEqualTo("127.0.0.1");
        int port = URI.create(running.jdbcUrl().substring("jdbc:".length())).getPort();
        for (InetAddress address : otherAddresses()) {
            assertThatIOException().as(address.toString()).isThrownBy(() -> {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(address, port), 1_000);
                }
            });
        }
    }

    private static List<InetAddress> otherAddresses() throws Exception {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList();
    }

    /** What tells how full an index's pages are, on ascending keys: their leaves are as full as they get. */
    @Test
    void postgreSqlTellsTheDensityOfLeaves() throws SQLException {
        RunningDatabase running = TestDatabase.POSTGRESQL.orSkip();
        withRows(running, () -> {
            execute(running, "create extension if not exists pgstattuple");
            assertThat(Double.parseDouble(query(running, "select avg_leaf_density from pgstatindex('filled_pkey')")))
                    .isBetween(88.0, 92.0);
        });
    }

    /** Both keep the number of leaf pages of an index, counted and not sampled. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void innoDbTellsTheNumberOfLeafPages(TestDatabase database) throws SQLException {
        RunningDatabase running = database.orSkip();
        withRows(running, () -> {
            execute(running, "analyze table filled");
            int pages = Integer.parseInt(query(running, """
                    select stat_value from mysql.innodb_index_stats
                    where database_name = database() and table_name = 'filled'
                    and index_name = 'PRIMARY' and stat_name = 'n_leaf_pages'"""));
            // A row of 8 bytes takes 29 here, a page has 16 KiB of which 15/16 are filled.
            assertThat(ROWS / pages).isBetween(450, 600);
            assertThat(Integer.parseInt(query(running, """
                    select data_length / 16384 from information_schema.tables
                    where table_schema = database() and table_name = 'filled'""").replaceAll("\\..*", "")))
                    .isGreaterThanOrEqualTo(pages);
        });
    }

    private interface Check {
        void run() throws SQLException;
    }

    private static void withRows(RunningDatabase running, Check check) throws SQLException {
        execute(running, "create table filled (id bigint primary key)");
        try (Connection connection = running.connect()) {
            connection.setAutoCommit(false);
            try (var insert = connection.prepareStatement("insert into filled values (?)")) {
                for (int id = 0; id < ROWS; id++) {
                    insert.setLong(1, id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
            check.run();
        } finally {
            execute(running, "drop table filled");
        }
    }

    private static void execute(RunningDatabase running, String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(RunningDatabase running, String sql) throws SQLException {
        try (Connection connection = running.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
