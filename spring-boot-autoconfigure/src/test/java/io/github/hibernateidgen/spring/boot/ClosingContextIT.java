package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.redis.RedisReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.zookeeper.ZooKeeperReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import jakarta.persistence.EntityManagerFactory;
import java.time.Instant;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/**
 * A context that closes, or fails to start, gives its worker number back through a client that is a bean of its own. Were
 * that client gone by then, the number would stay taken for the window, a minute.
 */
class ClosingContextIT {

    private AutoCloseable server = () -> {};

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Test
    void givesTheNumberBackThroughSpringDataRedis() throws Exception {
        int port = startRedis();
        redis(port).withUserConfiguration(SpringDataRedis.class).run(context -> {
            Applications.save(context);
            context.getSourceApplicationContext().stop();
            context.getSourceApplicationContext().start();
            Applications.save(context);
            assertThat(reserved(port))
                    .singleElement()
                    .satisfies(slot -> assertThat(slot.reservedUntil()).isGreaterThan(System.currentTimeMillis()));
        });
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackWhereStartUpFails() throws Exception {
        int port = startRedis();
        redis(port)
                .withUserConfiguration(SpringDataRedis.class, Failing.class)
                .run(context -> assertThat(context).hasFailed());
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackThroughAClientOfLettuce() throws Exception {
        int port = startRedis();
        redis(port).withUserConfiguration(Lettuce.class).run(Applications::save);
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackThroughAConnectionOfLettuce() throws Exception {
        int port = startRedis();
        redis(port)
                .withUserConfiguration(Lettuce.class)
                .withPropertyValues("idgen.redis.client=connection")
                .run(Applications::save);
        assertGivenBack(reserved(port));
    }

    @Test
    void givesTheNumberBackThroughACuratorFramework() throws Exception {
        TestingServer zooKeeper = TestServers.startZooKeeper();
        server = zooKeeper;
        Applications.notes()
                .withUserConfiguration(Curator.class)
                .withPropertyValues("idgen.worker.source=zookeeper", "test.servers=" + zooKeeper.getConnectString())
                .run(Applications::save);
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(1))) {
            client.start();
            ReservationStore store = new ZooKeeperReservationStore(client, "/idgen/workers");
            assertGivenBack(store.read("default"));
        }
    }

    private int startRedis() throws Exception {
        RedisServer redis = TestServers.startRedis();
        server = redis::stop;
        return redis.ports().get(0);
    }

    private static ApplicationContextRunner redis(int port) {
        return Applications.notes().withPropertyValues("idgen.worker.source=redis", "test.port=" + port);
    }

    private static List<StoredSlot> reserved(int port) {
        try (RedisClient client = RedisClient.create("redis://127.0.0.1:" + port)) {
            return new RedisReservationStore(client.connect().sync(), "idgen:worker:").read("default");
        }
    }

    private static void assertGivenBack(List<StoredSlot> slots) {
        assertThat(slots)
                .singleElement()
                .satisfies(slot ->
                        assertThat(Instant.ofEpochMilli(slot.reservedUntil())).isBeforeOrEqualTo(Instant.now()));
    }

    /** As Spring Boot makes it. */
    @Configuration(proxyBeanMethods = false)
    static class SpringDataRedis {

        @Bean(destroyMethod = "shutdown")
        ClientResources lettuceClientResources() {
            return ClientResources.create();
        }

        @Bean
        LettuceConnectionFactory redisConnectionFactory(ClientResources resources, @Value("${test.port}") int port) {
            return new LettuceConnectionFactory(
                    new RedisStandaloneConfiguration("127.0.0.1", port),
                    LettuceClientConfiguration.builder()
                            .clientResources(resources)
                            .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Failing {

        @Bean
        Object failing(EntityManagerFactory factory) {
            Applications.save(factory);
            throw new IllegalStateException("after the entity manager factory");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Lettuce {

        @Bean(destroyMethod = "shutdown")
        RedisClient client(@Value("${test.port}") int port) {
            return RedisClient.create("redis://127.0.0.1:" + port);
        }

        @Bean(destroyMethod = "close")
        StatefulRedisConnection<String, String> connection(RedisClient client) {
            return client.connect();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Curator {

        @Bean(initMethod = "start", destroyMethod = "close")
        CuratorFramework curator(@Value("${test.servers}") String servers) {
            return CuratorFrameworkFactory.newClient(servers, new RetryOneTime(1));
        }
    }
}
