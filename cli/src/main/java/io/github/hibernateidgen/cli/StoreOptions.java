package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.sql.SQLException;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that name the store of reservations: a table in a database, or another server. Not thread-safe while picocli
 * sets the options.
 */
final class StoreOptions {

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--store", paramLabel = "STORE", description = "Table or server: ${DEFAULT-VALUE}.")
    private String store = "idgen_worker";

    @Option(names = "--namespace", paramLabel = "NAME", description = "Namespace in the store: ${DEFAULT-VALUE}.")
    private String namespace = "default";

    @Option(names = "--range", paramLabel = "FIRST-LAST", description = "This region's range of the numbers.")
    private WorkerRange range = WorkerRange.ALL;

    boolean isGiven() {
        return database.isGiven() || isServer();
    }

    private boolean isServer() {
        // A text with an @ may contain an account. Such a text counts as a server, because a message about a table
        // would show the account.
        return store.contains("://") || store.contains("@");
    }

    DatabaseOptions database() {
        return database;
    }

    ReservationTerms terms() {
        return ReservationTerms.DEFAULT.withNamespace(namespace).withRange(range);
    }

    /** Opens the store. A store in a database opens a connection for each statement. */
    OwnedStore store() throws SQLException {
        if (!isServer()) {
            JdbcTable table = JdbcTable.of(store);
            return new OwnedStore(
                    new JdbcReservationStore(ConnectionSource.of(database.connections()::open), table), () -> {});
        }
        if (store.startsWith(ZooKeeperStore.SCHEME)) {
            return server("org.apache.curator:curator-framework", () -> ZooKeeperStore.open(store));
        }
        if (store.startsWith(EtcdStore.SCHEME)) {
            return server("io.etcd:jetcd-core", () -> EtcdStore.open(store));
        }
        if (store.startsWith("redis")) {
            return server("io.lettuce:lettuce-core", () -> RedisStore.open(store));
        }
        throw unreadable(store);
    }

    /** Returns the exception for an address that cannot be parsed. The message does not show the account. */
    static RejectedException unreadable(String address) {
        return new RejectedException("store [" + Addresses.shown(address)
                + "] is not readable; write [[CATALOG.]SCHEMA.]TABLE, redis://HOST:PORT/DB#PREFIX,"
                + " zookeeper://HOST:PORT,HOST:PORT/PATH or etcd://HOST:PORT,HOST:PORT#PREFIX, with PREFIX and PATH of the"
                + " application's own store, and an account of Redis as USER:PASSWORD@, percent-encoded");
    }

    /**
     * Opens a store on a server. The jar does not contain the clients of servers, because they are many times larger than
     * the jar.
     */
    private OwnedStore server(String library, Supplier<OwnedStore> open) {
        try {
            return open.get();
        } catch (NoClassDefFoundError e) {
            throw new RejectedException("store [" + Addresses.shown(store) + "] needs class ["
                    + String.valueOf(e.getMessage()).replace('/', '.') + "], which is missing; add " + library
                    + " and its dependencies to the class path: java -cp 'hibernate-idgen-cli.jar:lib/*' "
                    + Main.class.getName() + " ...");
        }
    }
}
