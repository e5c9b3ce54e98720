package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.etcd.EtcdReservationStore;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.zookeeper.ZooKeeperReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import jakarta.persistence.EntityManagerFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.embedded.RedisSentinel;
import redis.embedded.RedisServer;

/**
 * A context that closes, or fails to start, gives its worker number back before the client of the store stops. Were that
 * client gone by then, the number would stay taken for the window.
 */
class ClosingContextIT {

    private AutoCloseable server = () -> {};

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    // The Redis that Spring Boot is connected to

    @Test
    void givesTheNumberBackThroughSpringBootsConnection() throws Exception {
        int port = startRedis();
        redis(port).run(context -> {
            Applications.save(context);
            assertTaken(reserved(port));
            context.getSourceApplicationContext().stop();
            assertGivenBack(reserved(port));
            context.getSourceApplicationContext().start();
            Applications.save(context);
            assertTaken(reserved(port));
        });
        assertGivenBack(reserved(port));
    }

    /** Such as a web server that ends its requests, or a listener of messages. */
    @Test
    void idsCanBeMadeUntilTheLifeCyclesBeforeRedisHaveStopped() throws Exception {
        int port = startRedis();
        redis(port)
                .withUserConfiguration(Draining.class)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(Draining.saved).as("an id made while the context stopped").isPositive();
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackWhereStartUpFails() throws Exception {
        int port = startRedis();
        redis(port)
                .withUserConfiguration(Failing.class)
                .run(context -> assertThat(context).hasFailed());
        assertGivenBack(reserved(port));
    }

    @Test
    void worksThroughSentinels() throws Exception {
        int port = startRedis();
        RedisSentinel sentinel = TestServers.startSentinel(port);
        try {
            Applications.notes()
                    .withPropertyValues(
                            "idgen.worker.source=redis",
                            "spring.data.redis.sentinel.master=orders",
                            "spring.data.redis.sentinel.nodes=127.0.0.1:"
                                    + sentinel.ports().get(0))
                    .run(Applications::save);
        } finally {
            sentinel.stop();
        }
        assertGivenBack(reserved(port));
    }

    @Test
    void worksInACluster() throws Exception {
        RedisServer redis = TestServers.startRedisOfACluster();
        server = redis::stop;
        int port = redis.ports().get(0);
        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            int[] slots = IntStream.range(0, 16_384).toArray();
            connection.sync().clusterAddSlots(slots);
        }
        Applications.notes()
                .withPropertyValues("idgen.worker.source=redis", "spring.data.redis.cluster.nodes=127.0.0.1:" + port)
                .run(Applications::save);
        assertGivenBack(reserved(port));
    }

    /** Each takes the number that another has just given back; one that was left taken would be so for ten minutes. */
    @Test
    void fourPodsOnFourNumbersAreRolledInTurn() throws Exception {
        int port = startRedis();
        String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        List<ConfigurableApplicationContext> pods = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        int made = 0;
        int rolls = Boolean.getBoolean("idgen.test.long") ? 10 : 1;
        try {
            for (int pod = 0; pod < 4; pod++) {
                pods.add(pod(port, database));
            }
            for (int roll = 0; roll < rolls; roll++) {
                for (int pod = 0; pod < 4; pod++) {
                    for (ConfigurableApplicationContext each : pods) {
                        ids.add(Applications.save(each));
                        made++;
                    }
                    pods.get(pod).close();
                    pods.set(pod, pod(port, database));
                }
            }
        } finally {
            pods.forEach(ConfigurableApplicationContext::close);
        }
        assertThat(ids).hasSize(made);
        assertThat(reserved(port)).hasSize(4);
        assertGivenBack(reserved(port));
        System.out.println("Four pods on four numbers, rolled " + rolls + " times: " + made + " ids, none twice");
    }

    private static ConfigurableApplicationContext pod(int port, String database) {
        return new SpringApplicationBuilder(NoteApplication.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.datasource.url=" + database,
                        "--spring.jpa.hibernate.ddl-auto=update",
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=" + port,
                        "--idgen.worker.source=redis",
                        "--idgen.worker.window=10m",
                        "--idgen.worker.timeout=2s",
                        "--idgen.snowflake.layout=four",
                        "--idgen.snowflake.layouts.four.fields=time:41, worker:2, sequence:12");
    }

    // Beans

    @Test
    void givesTheNumberBackThroughABeanOfRedis() throws Exception {
        int port = startRedis();
        Applications.notes()
                .withPropertyValues("test.port=" + port)
                .withUserConfiguration(RedisBeans.class)
                .run(Applications::save);
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackThroughABeanOfZooKeeper() throws Exception {
        TestingServer zooKeeper = TestServers.startZooKeeper();
        server = zooKeeper;
        Applications.notes()
                .withUserConfiguration(ZooKeeperBeans.class)
                .withPropertyValues("test.servers=" + zooKeeper.getConnectString())
                .run(Applications::save);
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(1))) {
            client.start();
            assertGivenBack(new ZooKeeperReservationStore(client)
                    .read("default", 0, 1_024)
                    .slots());
        }
    }

    @Test
    void givesTheNumberBackThroughABeanOfEtcd() throws Exception {
        TestServers.Etcd etcd = TestServers.startEtcd();
        server = etcd;
        Applications.notes()
                .withUserConfiguration(EtcdBeans.class)
                .withPropertyValues("test.endpoint=" + etcd.endpoint())
                .run(Applications::save);
        try (Client client = Client.builder().endpoints(etcd.endpoint()).build()) {
            assertGivenBack(
                    new EtcdReservationStore(client).read("default", 0, 1_024).slots());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesTheNumberBackThroughABeanOfAnotherDatabase(boolean inStop) {
        JdbcDataSource numbers = new JdbcDataSource();
        numbers.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcReservationStore store = new JdbcReservationStore(numbers);
        store.createTable();
        Applications.notes().withBean(ReservationStore.class, () -> store).run(context -> {
            Applications.save(context);
            if (inStop) {
                context.getSourceApplicationContext().stop();
                assertThat(Applications.save(context))
                        .as("no life cycle stops its store")
                        .isPositive();
            }
        });
        assertGivenBack(store.read("default", 0, 1_024).slots());
    }

    private int startRedis() throws Exception {
        RedisServer redis = TestServers.startRedis();
        server = redis::stop;
        return redis.ports().get(0);
    }

    private static ApplicationContextRunner redis(int port) {
        return Applications.notes()
                .withPropertyValues(
                        "idgen.worker.source=redis",
                        "spring.data.redis.host=127.0.0.1",
                        "spring.data.redis.port=" + port);
    }

    private static List<StoredSlot> reserved(int port) {
        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port)) {
            return new RedisReservationStore(client).read("default", 0, 1_024).slots();
        }
    }

    private static void assertTaken(List<StoredSlot> slots) {
        assertThat(slots)
                .anySatisfy(slot -> assertThat(slot.reservedUntil()).isGreaterThan(System.currentTimeMillis()));
    }

    private static void assertGivenBack(List<StoredSlot> slots) {
        assertThat(slots)
                .isNotEmpty()
                .allSatisfy(slot ->
                        assertThat(Instant.ofEpochMilli(slot.reservedUntil())).isBeforeOrEqualTo(Instant.now()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {

        @Bean
        Object failing(EntityManagerFactory factory) {
            Applications.save(factory);
            throw new IllegalStateException("after the entity manager factory");
        }
    }

    /** Makes an id while it stops, in the phase that beans have by default. */
    @Configuration(proxyBeanMethods = false)
    static class Draining {

        private static volatile long saved;

        @Bean
        SmartLifecycle draining(EntityManagerFactory factory) {
            return new SmartLifecycle() {
                private boolean running;

                @Override
                public void start() {
                    running = true;
                }

                @Override
                public void stop() {
                    saved = Applications.save(factory);
                    running = false;
                }

                @Override
                public boolean isRunning() {
                    return running;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RedisBeans {

        @Bean(destroyMethod = "shutdown")
        RedisClient client(@Value("${test.port}") int port) {
            return RedisClient.create("redis://127.0.0.1:" + port);
        }

        @Bean
        RedisReservationStore numbers(RedisClient client) {
            return new RedisReservationStore(client);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ZooKeeperBeans {

        @Bean(initMethod = "start", destroyMethod = "close")
        CuratorFramework curator(@Value("${test.servers}") String servers) {
            return CuratorFrameworkFactory.newClient(servers, new RetryOneTime(100));
        }

        @Bean
        ZooKeeperReservationStore numbers(CuratorFramework curator) {
            return new ZooKeeperReservationStore(curator);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EtcdBeans {

        @Bean(destroyMethod = "close")
        Client etcd(@Value("${test.endpoint}") String endpoint) {
            return Client.builder()
                    .endpoints(endpoint)
                    .waitForReady(false)
                    .retryMaxAttempts(0)
                    .build();
        }

        @Bean
        EtcdReservationStore numbers(Client etcd) {
            return new EtcdReservationStore(etcd);
        }
    }
}
