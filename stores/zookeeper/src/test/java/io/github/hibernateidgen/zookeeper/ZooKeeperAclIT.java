package io.github.hibernateidgen.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.testing.LogCapture;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accounts and ACLs, as docs/stores/zookeeper-etcd.md shows them, and nodes that everyone may change. */
class ZooKeeperAclIT {

    private static final StoredSlot SLOT = new StoredSlot(7, "first", 1000);

    private static TestZooKeeper server;
    private static CuratorFramework anyone;

    @BeforeAll
    static void start() throws Exception {
        server = TestZooKeeper.start();
        anyone = CuratorFrameworkFactory.newClient(server.address(), new RetryOneTime(100));
        anyone.start();
    }

    @AfterAll
    static void stop() throws Exception {
        anyone.close();
        server.close();
    }

    private static List<String> warnings(CuratorFramework client, String root) {
        try (LogCapture log = new LogCapture()) {
            ReservationStore store = new ZooKeeperReservationStore(client, root);
            store.read("default", 0, 64);
            store.read("default", 0, 64);
            return log.warnings();
        }
    }

    @Test
    void nodesAndTheirParentsHaveTheAclOfTheClient() throws Exception {
        try (CuratorFramework client = server.withAccount(15_000, 5_000)) {
            new ZooKeeperReservationStore(client, "/read/deep/workers").read("default", 0, 64);
            new ZooKeeperReservationStore(client, "/written/deep/workers").compareAndSet("default", null, SLOT);
            List<String> paths = new ArrayList<>();
            for (String first : List.of("/read", "/written")) {
                paths.addAll(List.of(first, first + "/deep", first + "/deep/workers", first + "/deep/workers/default"));
            }
            paths.add("/written/deep/workers/default/7");
            for (String path : paths) {
                assertThat(client.getACL().forPath(path))
                        .as(path)
                        .singleElement()
                        .satisfies(acl -> {
                            assertThat(acl.getPerms()).isEqualTo(Perms.ALL);
                            assertThat(acl.getId().getScheme()).isEqualTo("digest");
                            assertThat(acl.getId().getId()).startsWith("idgen:").doesNotContain("secret");
                        });
            }
        }
    }

    @Test
    void aClientWithoutTheAccountCannotReadWriteOrDelete() {
        try (CuratorFramework client = server.withAccount(15_000, 5_000)) {
            ReservationStore store = new ZooKeeperReservationStore(client, "/guarded");
            assertThat(store.compareAndSet("default", null, SLOT)).isTrue();
            assertThatExceptionOfType(KeeperException.NoAuthException.class)
                    .isThrownBy(() -> anyone.delete().forPath("/guarded/default/7"));
            assertThatExceptionOfType(KeeperException.NoAuthException.class)
                    .isThrownBy(() -> anyone.delete().deletingChildrenIfNeeded().forPath("/guarded"));
            ReservationStore others = new ZooKeeperReservationStore(anyone, "/guarded");
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> others.compareAndSet("default", SLOT, new StoredSlot(7, "second", 2000)))
                    .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
            assertThatExceptionOfType(ReservationStoreException.class)
                    .isThrownBy(() -> others.compareAndSet("default", null, new StoredSlot(8, "second", 2000)))
                    .satisfies(failure -> assertThat(failure.isPermanent()).isTrue());
            assertThat(store.read("default", 0, 64).slots()).containsExactly(SLOT);
            assertThat(warnings(client, "/guarded")).isEmpty();
        }
    }

    @Test
    void nodesThatEveryoneMayChangeAreWarnedOfOnce() {
        assertThat(warnings(anyone, "/open/workers"))
                .singleElement()
                .asString()
                .startsWith(
                        "ZooKeeper path /open/workers: node [/open/workers] may be changed by everyone who reaches the"
                                + " server: a worker number whose node is deleted goes to another process, which makes the same"
                                + " ids; give the client")
                .contains("setAcl -R /open/workers auth::cdrwa");
        try (CuratorFramework client = server.withAccount(15_000, 5_000)) {
            assertThat(warnings(client, "/open/workers"))
                    .as("an ACLProvider does not change the nodes that exist")
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/partly-0, 4, true",
        "/partly-1/default, 4, true",
        "/partly-2/default, 8, true",
        "/partly-3/default, 16, true",
        "/partly-4/default, 1, false",
        "/partly-5/default/7, 2, true",
        "/partly-6/default/7, 1, false"
    })
    void eachNodeThatProtectsANumberIsLookedAt(String path, int perms, boolean isWarnedOf) throws Exception {
        String root = path.substring(0, "/partly-0".length());
        try (CuratorFramework client = server.withAccount(15_000, 5_000)) {
            new ZooKeeperReservationStore(client, root).compareAndSet("default", null, SLOT);
            List<ACL> acl = new ArrayList<>(client.getACL().forPath(path));
            acl.add(new ACL(perms, Ids.ANYONE_ID_UNSAFE));
            client.setACL().withACL(acl).forPath(path);
            assertThat(warnings(client, root))
                    .hasSize(isWarnedOf ? 1 : 0)
                    .allMatch(line -> line.contains("node [" + path + "] "));
        }
    }

    /** The account sees no ACL of a node that it may not read. The read of the number then fails, too. */
    @Test
    void nodeWhoseAclIsHiddenIsNotWarnedOf() throws Exception {
        try (CuratorFramework client = server.withAccount(15_000, 5_000)) {
            new ZooKeeperReservationStore(client, "/hidden").read("default", 0, 64);
            client.setACL()
                    .withACL(List.of(new ACL(Perms.READ, Ids.ANYONE_ID_UNSAFE)))
                    .forPath("/hidden/default");
        }
        assertThat(warnings(anyone, "/hidden")).isEmpty();
    }
}
