package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.sql.SQLException;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The store of the reservations: a table in the database, or a server of another kind. Not thread-safe while it is filled. */
final class StoreOptions {

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--store", paramLabel = "STORE", description = "Table or server: ${DEFAULT-VALUE}.")
    private String store = "idgen_worker";

    @Option(names = "--namespace", paramLabel = "NAME", description = "Its namespace: ${DEFAULT-VALUE}.")
    private String namespace = "default";

    @Option(names = "--range", paramLabel = "FIRST-LAST", description = "This region's share of the numbers.")
    private WorkerRange range = WorkerRange.ALL;

    boolean isGiven() {
        return database.isGiven() || isServer();
    }

    private boolean isServer() {
        return store.contains("://") || store.contains("@"); // No name of a table may show an account.
    }

    DatabaseOptions database() {
        return database;
    }

    ReservationTerms terms() {
        return ReservationTerms.DEFAULT.withNamespace(namespace).withRange(range);
    }

    /** Opens the store. One of a database borrows a connection for each statement. */
    OwnedStore store() throws SQLException {
        if (!isServer()) {
            JdbcTable table = JdbcTable.of(store);
            return new OwnedStore(new JdbcReservationStore(database.connections()::open, table), () -> {});
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

    /** Refuses an address without a word of its account. */
    static RefusedException unreadable(String address) {
        return new RefusedException("store [" + Addresses.shown(address)
                + "] is not readable; write [[CATALOG.]SCHEMA.]TABLE, redis://HOST:PORT/DB#PREFIX,"
                + " zookeeper://HOST:PORT,HOST:PORT/PATH or etcd://HOST:PORT,HOST:PORT#PREFIX, with PREFIX and PATH of the"
                + " application's own store, and an account of Redis as USER:PASSWORD@, percent-encoded");
    }

    /** Its client is not in the jar: it has many times its size. */
    private OwnedStore server(String library, Supplier<OwnedStore> open) {
        try {
            return open.get();
        } catch (NoClassDefFoundError e) {
            throw new RefusedException("store [" + Addresses.shown(store) + "] needs class ["
                    + String.valueOf(e.getMessage()).replace('/', '.') + "], which is missing; add " + library
                    + " and what it needs to the class path: java -cp 'hibernate-idgen-cli.jar:lib/*' "
                    + Main.class.getName() + " ...");
        }
    }
}
