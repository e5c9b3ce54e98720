package io.github.hibernateidgen.worker.processes;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.database.TestEtcd;
import io.github.hibernateidgen.database.TestZooKeeper;
import io.github.hibernateidgen.worker.etcd.EtcdReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.zookeeper.ZooKeeperReservationStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.postgresql.Driver;

/** The servers that the processes reserve their worker numbers on. The test starts one, its processes connect to it. */
enum Store {
    POSTGRESQL {
        @Override
        Server start() throws SQLException {
            RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
            execute(database, JdbcDatabase.POSTGRESQL.ddl().replace("idgen_worker", TABLE.name()));
            return new Server() {
                @Override
                public Address address() {
                    return new Address(database.jdbcUrl(), database.user(), database.password());
                }

                @Override
                public void close() throws SQLException {
                    execute(database, "drop table " + TABLE.name());
                }
            };
        }

        @Override
        ReservationStore connect(Address server) {
            Properties account = new Properties();
            if (!server.user().isEmpty()) {
                account.setProperty("user", server.user());
                account.setProperty("password", server.password());
            }
            // Not by DriverManager, which loads the drivers of all databases first.
            return new JdbcReservationStore(() -> new Driver().connect(server.url(), account), TABLE);
        }
    },

    ZOOKEEPER {
        @Override
        Server start() throws Exception {
            TestZooKeeper zooKeeper = TestZooKeeper.start();
            return new Server() {
                @Override
                public Address address() {
                    return new Address(zooKeeper.address(), "", "");
                }

                @Override
                public void close() throws IOException {
                    zooKeeper.close();
                }
            };
        }

        @Override
        ReservationStore connect(Address server) {
            // A session longer than any freeze: else it is ZooKeeper's reconnection, with its random pause, that is
            // timed.
            CuratorFramework client =
                    CuratorFrameworkFactory.newClient(server.url(), 40_000, 1_000, new RetryOneTime(100));
            client.start();
            return new ZooKeeperReservationStore(client, "/idgen/workers");
        }
    },

    ETCD {
        @Override
        Server start() throws Exception {
            TestEtcd etcd = TestEtcd.startOrSkip();
            return new Server() {
                @Override
                public Address address() {
                    return new Address(etcd.endpoints(), "", "");
                }

                @Override
                public void close() {
                    etcd.close();
                }
            };
        }

        @Override
        ReservationStore connect(Address server) throws Exception {
            Client client = Client.builder().endpoints(server.url().split(",")).build();
            // The first answer may take longer on a busy machine than a store waits for one.
            client.getKVClient().get(ByteSequence.from(new byte[] {0})).get();
            return new EtcdReservationStore(client, "/idgen/workers/");
        }
    };

    private static final JdbcTable TABLE = new JdbcTable(null, null, "idgen_worker_processes", false);

    /** Starts the server, or skips the test and says why. */
    abstract Server start() throws Exception;

    /** Connects for as long as the process lives. */
    abstract ReservationStore connect(Address server) throws Exception;

    /** Where a server is; user and password may be empty. */
    record Address(String url, String user, String password) {}

    /** A server with nothing in it yet. */
    interface Server extends AutoCloseable {

        Address address();

        @Override
        void close() throws IOException, SQLException;
    }

    private static void execute(RunningDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
