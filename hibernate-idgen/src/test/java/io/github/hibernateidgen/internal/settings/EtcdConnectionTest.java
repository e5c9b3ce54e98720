package io.github.hibernateidgen.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client that the settings of etcd lead to, with clients that fail. */
class EtcdConnectionTest {

    private final List<String> clients = new ArrayList<>();
    private boolean refusesToClose;
    private final EtcdConnection connection = new EtcdConnection(this::client, "/test/");

    /** A client that fails, and is told from others by its number. */
    private Client client() {
        int number = clients.size();
        clients.add("made");
        return (Client) Proxy.newProxyInstance(
                Client.class.getClassLoader(), new Class<?>[] {Client.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        clients.set(number, "closed");
                        if (refusesToClose) {
                            throw new IllegalStateException("refused");
                        }
                        return null;
                    }
                    throw new IllegalStateException("client " + number + " is " + clients.get(number));
                });
    }

    @Test
    void makesAClientWhenItIsNeededAndAnotherAfterAFailure() {
        assertThat(connection.describe()).isEqualTo("etcd keys /test/*");
        assertThat(clients).isEmpty();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> connection.read("default"))
                .withMessageEndingWith("client 0 is made");
        assertThat(clients).containsExactly("closed");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> connection.compareAndSet("default", null, new StoredSlot(0, "us", 1)))
                .withMessageEndingWith("client 1 is made");
        assertThat(clients).containsExactly("closed", "closed");
    }

    @Test
    void aRefusalToCloseHidesNoFailureAndStopsNoClose() {
        refusesToClose = true;
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> connection.read("default"))
                .withMessageEndingWith("client 0 is made");
        connection.close();
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> connection.read("default"))
                .withMessageEndingWith("client 1 is closed");
        assertThat(clients).containsExactly("closed", "closed");
    }

    @Test
    void closesWhatACallOpensAfterItsEnd() {
        connection.close();
        assertThat(clients).isEmpty();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> connection.read("default"))
                .withMessageEndingWith("client 0 is closed");
    }
}
