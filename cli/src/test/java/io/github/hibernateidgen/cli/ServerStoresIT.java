package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.etcd.EtcdReservationStore;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.zookeeper.ZooKeeperReservationStore;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.embedded.RedisServer;

/** Worker numbers that are kept in Redis, in ZooKeeper and in etcd. */
class ServerStoresIT {

    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private static RedisServer redis;
    private static RedisClient redisClient;
    private static TestingServer zooKeeper;
    private static CuratorFramework zooKeeperClient;
    private static String redisAddress;
    private static String zooKeeperAddress;
    private static Process etcd;
    private static Client etcdClient;
    private static String etcdAddress;

    @BeforeAll
    static void start() throws Exception {
        redis = TestServers.startRedis();
        redisAddress = "redis://127.0.0.1:" + redis.ports().get(0);
        redisClient = RedisClient.create(redisAddress);
        zooKeeper = TestServers.startZooKeeper();
        zooKeeperAddress = "zookeeper://" + zooKeeper.getConnectString();
        zooKeeperClient = CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100));
        zooKeeperClient.start();
        int port = TestServers.freePort();
        etcdAddress = "etcd://127.0.0.1:" + port;
        etcd = TestServers.startEtcd(port).orElse(null);
        etcdClient = Client.builder().endpoints("http://127.0.0.1:" + port).build();
        if (etcd != null) {
            // Waits until it has started.
            etcdClient.getKVClient().get(ByteSequence.from(new byte[] {0})).get(60, TimeUnit.SECONDS);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (etcd != null) {
            etcd.destroyForcibly();
        }
        if (etcdClient != null) {
            etcdClient.close();
        }
        if (zooKeeper != null) {
            zooKeeperClient.close();
            zooKeeper.close();
        }
        if (redis != null) {
            redisClient.shutdown();
            redis.stop();
        }
    }

    private static ReservationStore redis(String prefix) {
        return new RedisReservationStore(redisClient, prefix);
    }

    private static ReservationStore zooKeeper(String path) {
        return new ZooKeeperReservationStore(zooKeeperClient, path);
    }

    private static ReservationStore etcd(String prefix) {
        return new EtcdReservationStore(etcdClient, prefix);
    }

    private static void skipWithoutServer(String address) {
        assumeTrue(!address.startsWith("etcd") || etcd != null, "etcd: no etcd on the PATH; install etcd-server");
    }

    static Stream<Arguments> withTheNamesOfTheStores() {
        return Stream.of(
                Arguments.of(redisAddress, redis("idgen:worker:"), "Redis hashes idgen:worker:*"),
                Arguments.of(zooKeeperAddress, zooKeeper("/idgen/workers"), "ZooKeeper path /idgen/workers"),
                Arguments.of(etcdAddress, etcd("/idgen/workers/"), "etcd keys /idgen/workers/*"));
    }

    static Stream<Arguments> withOtherNames() {
        return Stream.of(
                Arguments.of(redisAddress + "/0#shop:", redis("shop:")),
                Arguments.of(zooKeeperAddress + "/shop/ids", zooKeeper("/shop/ids")),
                Arguments.of(etcdAddress + "#/shop/", etcd("/shop/")));
    }

    @ParameterizedTest
    @MethodSource("withTheNamesOfTheStores")
    void tellWhoHoldsWhichNumber(String address, ReservationStore store, String name) {
        skipWithoutServer(address);
        StoredSlot held = new StoredSlot(0, "orders-1.17/aa", NOW.toEpochMilli() + 45_000);
        StoredSlot lapsed = new StoredSlot(7, "orders-2.23/bb", NOW.toEpochMilli() - 60_000);
        assertThat(store.compareAndSet("list", null, held)).isTrue();
        assertThat(store.compareAndSet("list", null, lapsed)).isTrue();

        assertThat(run("workers", address, "list").out().lines())
                .containsExactly(
                        "namespace [list] in [" + name + "], at " + NOW,
                        String.format(
                                "     0  held until %-24s  orders-1.17/aa", Instant.ofEpochMilli(held.reservedUntil())),
                        String.format(
                                "     7  free since %-24s  orders-2.23/bb",
                                Instant.ofEpochMilli(lapsed.reservedUntil())));
    }

    @ParameterizedTest
    @MethodSource("withOtherNames")
    void reserveNumbersForIds(String address, ReservationStore store) throws Exception {
        skipWithoutServer(address);
        Result made = GenerateCommandTest.run("generate", "3", "--store", address, "--namespace", "ids");
        assertThat(made.err()).isEmpty();
        assertThat(made.out().lines()).hasSize(3).doesNotHaveDuplicates();
        assertThat(store.read("ids", 0, Long.MAX_VALUE).slots()).hasSize(1);
        try (TestTable database = new TestTable()) {
            database.execute("create table orders (id int primary key, made bigint, sid bigint)");
            database.execute("insert into orders select x, 1740830400000 + x, null from system_range(1, 5)");
            Result filled = run(
                    "backfill",
                    address,
                    "ids",
                    "orders",
                    "--url",
                    database.url,
                    "--id=sid",
                    "--created=made",
                    "--key=id",
                    "--layout=standard",
                    "--write");
            assertThat(filled.err()).isEmpty();
            assertThat(database.longs("select sid from orders order by id"))
                    .hasSize(5)
                    .isSorted()
                    .allSatisfy(
                            id -> assertThat(SnowflakeLayout.STANDARD.split(id).worker())
                                    .isEqualTo(1023));
        }
        assertThat(store.read("ids", 0, Long.MAX_VALUE).slots()).hasSize(2).anySatisfy(row -> {
            assertThat(row.worker()).isEqualTo(1023);
            assertThat(row.reservedUntil()).isEqualTo(NOW.toEpochMilli());
        });
    }

    @Test
    void areListedForAnAccountThatMayOnlyReadZooKeeper() throws Exception {
        StoredSlot lapsed = new StoredSlot(7, "orders-2.23/bb", NOW.toEpochMilli() - 60_000);
        assertThat(zooKeeper("/read-only").compareAndSet("list", null, lapsed)).isTrue();
        for (String path : List.of("/read-only/list/7", "/read-only/list", "/read-only")) {
            zooKeeperClient.setACL().withACL(ZooDefs.Ids.READ_ACL_UNSAFE).forPath(path);
        }

        String address = zooKeeperAddress + "/read-only";
        Result listed = run("workers", address, "list");
        assertThat(listed.err()).isEmpty();
        assertThat(listed.out()).contains("     7  free since ", "orders-2.23/bb");
        assertThat(run("workers", address, "nobody").out()).contains("in which no number was ever reserved");
    }

    /** {@code java -cp}: the jar, and what the servers' clients need. */
    @Test
    @EnabledIfSystemProperty(
            named = "idgen.test.long",
            matches = "true",
            disabledReason = "takes long: -Plong-tests runs it")
    void areReachedFromTheJarWithTheirClientsBesideIt() throws Exception {
        List<Path> classPath = new ArrayList<>(List.of(SeparateCli.jar()));
        classPath.addAll(SeparateCli.entries(file -> file.endsWith(".jar") && !file.startsWith("hibernate-idgen")));
        try (SeparateCli cli = new SeparateCli(classPath)) {
            List<String> addresses = etcd == null
                    ? List.of(redisAddress, zooKeeperAddress)
                    : List.of(redisAddress, zooKeeperAddress, etcdAddress);
            for (String address : addresses) {
                Result listed = cli.run("workers", "--store", address, "--namespace", "nobody");
                assertThat(listed.err()).isEmpty();
                assertThat(listed.out()).contains("in which no number was ever reserved");
            }
        }
    }

    private static Result run(String command, String address, String namespace, String... more) {
        List<String> args = new ArrayList<>(List.of(command, "--store", address, "--namespace", namespace));
        args.addAll(List.of(more));
        return Cli.runAt(NOW, args.toArray(String[]::new));
    }
}
