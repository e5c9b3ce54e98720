package io.github.hibernateidgen.cli;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.etcd.EtcdReservationStore;
import java.util.stream.Stream;

/** Reservations in etcd. It alone names jetcd's classes, which only some command lines have. */
final class EtcdStore {

    static final String SCHEME = "etcd://";

    private EtcdStore() {}

    /**
     * Makes a client, which connects when it is used.
     *
     * @param address the servers, and behind {@code #} what the keys begin with, where it is another
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
