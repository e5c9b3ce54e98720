package io.github.hibernateidgen.worker.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.github.hibernateidgen.database.TestZooKeeper;
import io.github.hibernateidgen.test.ReservationStoreContract;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
    void tellsItsClockWithARenewal() {
        StoredSlot first = new StoredSlot(4, "first", 1000);
        List<Long> told = new ArrayList<>();
        store().compareAndSet("clock", null, first);

        assertThat(store().compareAndSet("clock", first, new StoredSlot(4, "second", 2000), told::add))
                .isTrue();
        assertThat(told).singleElement().asInstanceOf(LONG).isCloseTo(System.currentTimeMillis(), within(10_000L));
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

    @Test
    void failsWhenClosed() {
        CuratorFramework closed = connect();
        closed.close();
        ReservationStore store = new ZooKeeperReservationStore(closed, "/idgen/workers");

        assertThatExceptionOfType(ReservationStoreException.class)
                .isThrownBy(() -> store.read("default"))
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
