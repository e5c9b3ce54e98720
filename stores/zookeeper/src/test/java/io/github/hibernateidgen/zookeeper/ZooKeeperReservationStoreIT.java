package io.github.hibernateidgen.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract on a ZooKeeper server in this process. */
class ZooKeeperReservationStoreIT extends ReservationStoreContract {

    private static TestZooKeeper server;
    private static CuratorFramework client;

    @BeforeAll
    static void start() throws Exception {
        server = TestZooKeeper.start();
        client = connect();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.close();
    }

    private static CuratorFramework connect() {
        CuratorFramework connected =
                CuratorFrameworkFactory.newClient(server.address(), 10_000, 10_000, new RetryOneTime(100));
        connected.start();
        return connected;
    }

    @Override
    protected ReservationStore store() {
        return new ZooKeeperReservationStore(client, "/idgen/workers");
    }

    /** A server shows what a majority has on disk. */
    @Override
    protected boolean hasDurableReads() {
        return true;
    }

    @Override
    protected boolean hasClock() {
        return true;
    }

    @Test
    void takesAWriteThatCuratorHasSentTwiceForItsOwn() {
        StoredSlot first = new StoredSlot(3, "first", 1000);
        StoredSlot second = new StoredSlot(3, "first", 2000);

        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", null, first)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
        assertThat(store().compareAndSet("sent-twice", first, second)).isTrue();
    }

    /** The account that makes the nodes may do all with them, and everybody may read them. */
    private static CuratorFramework connectAsOwner() {
        List<ACL> rights = new ArrayList<>(ZooDefs.Ids.CREATOR_ALL_ACL);
        rights.addAll(ZooDefs.Ids.READ_ACL_UNSAFE);
        CuratorFramework connected = CuratorFrameworkFactory.builder()
                .connectString(server.address())
                .retryPolicy(new RetryOneTime(100))
                .authorization("digest", "owner:secret".getBytes(UTF_8))
                .aclProvider(new ACLProvider() {
                    @Override
                    public List<ACL> getDefaultAcl() {
                        return rights;
                    }

                    @Override
                    public List<ACL> getAclForPath(String path) {
                        return rights;
                    }
                })
                .build();
        connected.start();
        return connected;
    }

    @Test
    void anAccountThatMayNotWriteReadsWithoutAClock() {
        StoredSlot slot = new StoredSlot(3, "first", 1000);
        try (CuratorFramework owner = connectAsOwner()) {
            assertThat(new ZooKeeperReservationStore(owner, "/guarded").compareAndSet("default", null, slot))
                    .isTrue();
            assertThat(new ZooKeeperReservationStore(owner, "/guarded")
                            .read("default", 0, 64)
                            .millis())
                    .isPresent();
        }
        ReservationStore reader = new ZooKeeperReservationStore(client, "/guarded");

        assertThat(reader.read("default", 0, 64)).isEqualTo(new StoredSlots(List.of(slot)));
        assertThat(reader.read("another", 0, 64)).isEqualTo(new StoredSlots(List.of()));
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> reader.compareAndSet("default", slot, new StoredSlot(3, "second", 2000)))
                .satisfies(refusal -> assertThat(refusal.isPermanent()).isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "3, something, 'text [something] of worker [3] is not an end in Unix milliseconds, a space and an owner'",
        "three, '1000 us', 'name [three] is not a worker number'"
    })
    void whatIsNoReservationFailsAtOnce(String name, String text, String problem) throws Exception {
        String namespace = "foreign-" + name;
        client.create()
                .creatingParentsIfNeeded()
                .forPath("/idgen/workers/" + namespace + "/" + name, text.getBytes(UTF_8));

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store().read(namespace, 0, 64))
                .withMessage("ZooKeeper path /idgen/workers could not be read: " + problem
                        + "; store nothing except reservations in this place")
                .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
    }

    @Test
    void failsWhenClosed() {
        CuratorFramework closed = connect();
        closed.close();
        ReservationStore store = new ZooKeeperReservationStore(closed, "/idgen/workers");

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default", 0, 64))
                .withMessageStartingWith("ZooKeeper path /idgen/workers could not be read: ");
        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.compareAndSet("default", null, new StoredSlot(1, "us", 1)))
                .withMessageStartingWith("ZooKeeper path /idgen/workers could not be written: ");
    }

    @Test
    void refusesWhatIsNotAPath() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ZooKeeperReservationStore(client, "idgen"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZooKeeperReservationStore(client, "/"))
                .withMessageStartingWith("root path [/] is the top of ZooKeeper's tree");
    }
}
