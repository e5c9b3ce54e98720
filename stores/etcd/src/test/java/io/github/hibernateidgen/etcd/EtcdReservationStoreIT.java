package io.github.hibernateidgen.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.auth.Permission;
import io.etcd.jetcd.options.PutOption;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract on a cluster of three servers, all of which the client talks to. */
@Timeout(60)
class EtcdReservationStoreIT extends ReservationStoreContract {

    private static final String PREFIX = "/idgen/workers/";

    private static TestEtcd server;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        server = TestEtcd.startOrSkip(3);
        client = Client.builder().endpoints(server.endpoints().split(",")).build();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.close();
            server.close();
        }
    }

    @Override
    protected ReservationStore store() {
        return new EtcdReservationStore(client, PREFIX);
    }

    /** Reads are linearizable, and a majority has them on disk. */
    @Override
    protected boolean hasDurableReads() {
        return true;
    }

    @Override
    protected boolean hasClock() {
        return false;
    }

    @Test
    void takesAWriteThatWasSentTwiceForItsOwn() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "first", 2000);

        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
    }

    @Test
    void showsAtEachMemberWhatAnotherHasConfirmed() {
        try (Client one = Client.builder().endpoints(server.endpoint(0)).build();
                Client other = Client.builder().endpoints(server.endpoint(1)).build()) {
            StoredSlot content = null;
            for (int i = 1; i <= 200; i++) {
                StoredSlot update = new StoredSlot(0, "write-" + i, i);
                assertThat(new EtcdReservationStore(one, PREFIX).compareAndSet("members", content, update))
                        .isTrue();
                assertThat(new EtcdReservationStore(other, PREFIX)
                                .read("members", 0, 64)
                                .slots())
                        .containsExactly(update);
                content = update;
            }
        }
    }

    @Test
    void doesNotReplaceAKeyThatWasDeletedAndMadeAgainMeanwhile() throws Exception {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        ByteSequence key = bytes(PREFIX + "made-again/3");
        KV keys = client.getKVClient();
        assertThat(store().compareAndSet("made-again", null, first)).isTrue();
        Client slow = Clients.before("txn", client, () -> {
            keys.delete(key).get();
            keys.put(key, bytes(first.text())).get();
        });

        assertThat(new EtcdReservationStore(slow, PREFIX).compareAndSet("made-again", first, second))
                .isFalse();
        assertThat(store().read("made-again", 0, 64).slots()).containsExactly(first);
        assertThat(store().compareAndSet("made-again", first, second)).isTrue();
    }

    @Test
    void keepsKeysThatHaveALease() throws Exception {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "second", 2000);
        ByteSequence key = bytes(PREFIX + "leased/3");
        KV keys = client.getKVClient();
        long lease = client.getLeaseClient().grant(600).get().getID();
        keys.put(
                        key,
                        bytes(first.text()),
                        PutOption.builder().withLeaseId(lease).build())
                .get();

        assertThat(store().compareAndSet("leased", first, second)).isTrue();
        client.getLeaseClient().revoke(lease).get();

        assertThat(store().read("leased", 0, 64).slots()).containsExactly(second);
    }

    @Test
    void saysWhatIsNoReservation() throws Exception {
        client.getKVClient()
                .put(bytes(PREFIX + "foreign/3"), bytes("something"))
                .get();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store().read("foreign", 0, 64))
                .withMessageStartingWith("etcd keys /idgen/workers/* could not be read: ");
    }

    @Test
    void failsWhenClosed() {
        Client closed = Client.builder().endpoints(server.endpoint(0)).build();
        ReservationStore store = new EtcdReservationStore(closed, PREFIX);
        store.read("default", 0, 64);
        closed.close();

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 64))
                .withMessageStartingWith("etcd keys /idgen/workers/* could not be read: ");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, new StoredSlot(1, "us", 1)))
                .withMessageStartingWith("etcd keys /idgen/workers/* could not be written: ");
    }

    @Test
    void usesTheAccountAndTheCertificatesOfTheClient() throws Exception {
        try (TestEtcd secured = TestEtcd.startOrSkip(1, "--auto-tls")) {
            Path certificate = secured.data(0).resolve("fixtures/client/cert.pem");
            try (Client root = secured(secured, certificate, "root");
                    Client user = secured(secured, certificate, "idgen");
                    Client nobody = Client.builder()
                            .endpoints(secured.endpoint(0))
                            .sslContext(tls -> tls.trustManager(certificate.toFile()))
                            .build()) {
                requireAccounts(nobody);
                StoredSlot slot = new StoredSlot(3, "first", 1000);

                ReservationStore store = new EtcdReservationStore(user, PREFIX);
                assertThat(store.compareAndSet("default", null, slot)).isTrue();
                assertThat(store.read("default", 0, 64).slots()).containsExactly(slot);
                assertThat(new EtcdReservationStore(root, PREFIX)
                                .read("default", 0, 64)
                                .slots())
                        .containsExactly(slot);

                assertThatExceptionOfType(ReservationStoreException.class)
                        .isThrownBy(() -> new EtcdReservationStore(user, "/other/").read("default", 0, 64))
                        .withMessageContaining("permission denied");
                assertThatExceptionOfType(ReservationStoreException.class)
                        .isThrownBy(() -> new EtcdReservationStore(nobody, PREFIX).read("default", 0, 64))
                        .withMessageContaining("user name is empty");
            }
        }
    }

    /** The server forgets its tokens, so the client logs in again. */
    @Test
    void anAccountOutlivesTheRestartOfItsServer() throws Exception {
        try (TestEtcd secured = TestEtcd.startOrSkip(1, "--auto-tls")) {
            Path certificate = secured.data(0).resolve("fixtures/client/cert.pem");
            try (Client user = secured(secured, certificate, "idgen");
                    Client nobody = Client.builder()
                            .endpoints(secured.endpoint(0))
                            .sslContext(tls -> tls.trustManager(certificate.toFile()))
                            .build()) {
                requireAccounts(nobody);
                StoredSlot slot = new StoredSlot(3, "first", 1000);
                ReservationStore store = new EtcdReservationStore(user, PREFIX);
                assertThat(store.compareAndSet("default", null, slot)).isTrue();
                secured.kill(0);
                secured.startAgain(0);
                secured.awaitReady();
                assertThat(readAfterFailures(store)).containsExactly(slot);
            }
        }
    }

    private static List<StoredSlot> readAfterFailures(ReservationStore store) {
        while (true) { // The timeout of the class ends it.
            try {
                return store.read("default", 0, 64).slots();
            } catch (ReservationStoreException e) {
                assertThat(e.isPermanent()).as(e.getMessage()).isFalse();
            }
        }
    }

    private static Client secured(TestEtcd server, Path certificate, String user) throws Exception {
        return Client.builder()
                .endpoints(server.endpoint(0))
                .sslContext(tls -> tls.trustManager(certificate.toFile()))
                .user(bytes(user))
                .password(bytes("secret of " + user))
                .waitForReady(false)
                .retryMaxAttempts(0)
                .build();
    }

    private static void requireAccounts(Client client) throws Exception {
        for (String user : new String[] {"root", "idgen"}) {
            client.getAuthClient()
                    .userAdd(bytes(user), bytes("secret of " + user))
                    .get();
            client.getAuthClient().roleAdd(bytes(user)).get();
            client.getAuthClient().userGrantRole(bytes(user), bytes(user)).get();
        }
        client.getAuthClient()
                .roleGrantPermission(
                        bytes("idgen"), bytes("/idgen/workers/"), bytes("/idgen/workers0"), Permission.Type.READWRITE)
                .get();
        client.getAuthClient().authEnable().get();
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, UTF_8);
    }
}
