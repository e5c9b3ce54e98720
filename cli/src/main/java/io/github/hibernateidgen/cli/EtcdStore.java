package io.github.hibernateidgen.cli;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.etcd.EtcdReservationStore;
import java.util.stream.Stream;

/** Opens a store of reservations in etcd. Only this class uses jetcd, which may be missing on the class path. */
final class EtcdStore {

    static final String SCHEME = "etcd://";

    private EtcdStore() {}

    /**
     * Opens a store with a client that connects when the store is first used.
     *
     * @param address {@link #SCHEME} and the servers as HOST:PORT with commas between them, optionally followed by {@code
     *     #} and the prefix of the keys
     */
    static OwnedStore open(String address) {
        String rest = address.substring(SCHEME.length());
        int end = rest.indexOf('#');
        String[] servers = (end < 0 ? rest : rest.substring(0, end)).split(",", -1);
        if (!Stream.of(servers).allMatch(server -> server.matches("[^/:@\\s]+:[0-9]{1,5}"))) {
            throw StoreOptions.unreadable(address);
        }
        Client client = Client.builder()
                .endpoints(Stream.of(servers).map(server -> "http://" + server).toArray(String[]::new))
                .waitForReady(false)
                .build();
        return new OwnedStore(
                end < 0 ? new EtcdReservationStore(client) : new EtcdReservationStore(client, rest.substring(end + 1)),
                client::close);
    }
}
