package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.etcd.jetcd.Client;
import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Which ZooKeeper, Redis and etcd clients of the application are used. None of them connects here. */
class ClientSettingsTest {

    private static final String ZOOKEEPER = "hibernate.idgen.worker.zookeeper.client";
    private static final String REDIS = "hibernate.idgen.redis.client";
    private static final String ETCD = "hibernate.idgen.worker.etcd.client";
    private static final String SEGMENT_REDIS = "hibernate.idgen.segment.redis.client";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));
    private final CuratorFramework curator = CuratorFrameworkFactory.newClient("localhost:1", new RetryOneTime(1));

    @Test
    void usesTheZooKeeperClientOfTheApplication() {
        runner.withBean(CuratorFramework.class, () -> curator)
                .withPropertyValues("idgen.worker.source=zookeeper")
                .run(context -> assertThat(settings(context)).contains(entry(ZOOKEEPER, curator)));
    }

    @Test
    void usesTheZooKeeperClientThatAPropertyNames() {
        runner.withBean("one", CuratorFramework.class, () -> curator)
                .withBean(
                        "two",
                        CuratorFramework.class,
                        () -> CuratorFrameworkFactory.newClient("localhost:2", new RetryOneTime(1)))
                .withPropertyValues("idgen.worker.source=zookeeper", "idgen.worker.zookeeper.client=one")
                .run(context -> assertThat(settings(context)).contains(entry(ZOOKEEPER, curator)));
    }

    @Test
    void usesTheEtcdClientOfTheApplication() {
        runner.withBean(Client.class, ClientSettingsTest::etcd)
                .withPropertyValues("idgen.worker.source=etcd")
                .run(context -> assertThat(settings(context)).contains(entry(ETCD, context.getBean(Client.class))));
        runner.withBean("one", Client.class, ClientSettingsTest::etcd)
                .withBean("two", Client.class, ClientSettingsTest::etcd)
                .withPropertyValues("idgen.worker.source=etcd", "idgen.worker.etcd.client=two")
                .run(context -> assertThat(settings(context)).contains(entry(ETCD, context.getBean("two"))));
        runner.withBean(Client.class, ClientSettingsTest::etcd)
                .withPropertyValues("idgen.worker.source=etcd", "idgen.worker.etcd.endpoints=http://etcd:2379")
                .run(context -> assertThat(settings(context)).doesNotContainKey(ETCD));
    }

    private static Client etcd() {
        return Client.builder().endpoints("http://localhost:1").build();
    }

    @Test
    void passesOverClientsThatNoSourceNeeds() {
        runner.withBean(CuratorFramework.class, () -> curator)
                .withBean(RedisClient.class, RedisClient::create)
                .withBean(Client.class, ClientSettingsTest::etcd)
                .run(context -> assertThat(settings(context)).isEmpty());
        runner.withBean(CuratorFramework.class, () -> curator)
                .withPropertyValues("idgen.worker.source=zookeeper", "idgen.worker.zookeeper.connect=zk:2181")
                .run(context -> assertThat(settings(context)).doesNotContainKey(ZOOKEEPER));
    }

    @Test
    void usesTheRedisClientOfTheApplication() {
        runner.withBean(RedisClient.class, () -> RedisClient.create("redis://localhost:1"))
                .withPropertyValues("idgen.worker.source=redis")
                .run(context ->
                        assertThat(settings(context)).contains(entry(REDIS, context.getBean(RedisClient.class))));
    }

    @Test
    void usesAClientOfItsOwnWithWhatSpringDataRedisIsConfiguredFor() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("redis.example", 6380);
        server.setDatabase(3);
        server.setUsername("ids");
        server.setPassword("secret");
        ClientOptions options = ClientOptions.builder().autoReconnect(false).build();
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .clientName("orders")
                .commandTimeout(Duration.ofSeconds(7))
                .clientOptions(options)
                .useSsl()
                .build();
        runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(server, client))
                .withPropertyValues("idgen.worker.source=redis")
                .run(context -> {
                    RedisClient own = (RedisClient) settings(context).get(REDIS);
                    assertThat(own)
                            .isNotSameAs(context.getBean(LettuceConnectionFactory.class)
                                    .getRequiredNativeClient());
                    assertThat(own.getOptions()).isSameAs(options);
                    RedisURI uri = uri(own);
                    assertThat(uri.getHost()).isEqualTo("redis.example");
                    assertThat(uri.getPort()).isEqualTo(6380);
                    assertThat(uri.getDatabase()).isEqualTo(3);
                    assertThat(uri.getClientName()).isEqualTo("orders");
                    assertThat(uri.getTimeout()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(uri.isSsl()).isTrue();
                    RedisCredentials credentials =
                            uri.getCredentialsProvider().resolveCredentials().block();
                    assertThat(credentials.getUsername()).isEqualTo("ids");
                    assertThat(credentials.getPassword()).isEqualTo("secret".toCharArray());
                });
    }

    @Test
    void usesTheSentinelsTheClusterOrTheSocketOfSpringDataRedis() {
        RedisSentinelConfiguration sentinels = new RedisSentinelConfiguration("orders", Set.of("s1:26379", "s2:26379"));
        assertThat(uri((RedisClient) clientLike(new LettuceConnectionFactory(sentinels))))
                .satisfies(uri -> assertThat(uri.getSentinelMasterId()).isEqualTo("orders"))
                .satisfies(uri -> assertThat(uri.getSentinels())
                        .extracting(RedisURI::getHost)
                        .containsExactlyInAnyOrder("s1", "s2"));
        RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("c1:7000", "c2:7000"));
        assertThat(new DirectFieldAccessor(clientLike(new LettuceConnectionFactory(cluster)))
                        .getPropertyValue("initialUris"))
                .asInstanceOf(InstanceOfAssertFactories.iterable(RedisURI.class))
                .extracting(RedisURI::getHost)
                .containsExactlyInAnyOrder("c1", "c2");
        RedisSocketConfiguration socket = new RedisSocketConfiguration("/run/redis.sock");
        assertThat(uri((RedisClient) clientLike(new LettuceConnectionFactory(socket)))
                        .getSocket())
                .isEqualTo("/run/redis.sock");
    }

    @Test
    void refusesAStaticMasterWithReplicas() {
        LettuceConnectionFactory nodes =
                new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("r1", 6379));
        assertThatThrownBy(() -> new SpringDataRedisClient().like(nodes, PropertySettings.REDIS_CLIENT))
                .isInstanceOf(IdgenConfigurationException.class)
                .hasMessageContaining("set idgen.redis.uri to the master");
    }

    @Test
    void keepsItsRedisClientWhileTheLifeCycleStopsAndStartsAgainUntilTheContextCloses() {
        RedisClient[] used = new RedisClient[1];
        runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withPropertyValues("idgen.worker.source=redis")
                .run(context -> {
                    used[0] = (RedisClient) settings(context).get(REDIS);
                    context.getSourceApplicationContext().stop();
                    context.getSourceApplicationContext().start();
                    assertThat(isShutDown(used[0])).isFalse();
                    assertThat(settings(context)).contains(entry(REDIS, used[0]));
                });
        assertThat(isShutDown(used[0])).isTrue();
    }

    @Test
    void usesTheRedisClientThatAPropertyNames() {
        runner.withBean("one", RedisClient.class, RedisClient::create)
                .withBean("two", RedisConnectionFactory.class, () -> new LettuceConnectionFactory("redis.example", 1))
                .withPropertyValues("idgen.worker.source=redis", "idgen.redis.client=two")
                .run(context -> assertThat(
                                uri((RedisClient) settings(context).get(REDIS)).getHost())
                        .isEqualTo("redis.example"));
    }

    @Test
    void segmentsUseTheRedisClientOfTheApplication() {
        runner.withBean(RedisClient.class, () -> RedisClient.create("redis://localhost:1"))
                .withPropertyValues("idgen.segment.source=redis")
                .run(context -> assertThat(settings(context))
                        .contains(entry(REDIS, context.getBean(RedisClient.class)))
                        .doesNotContainKey(SEGMENT_REDIS));
        runner.withBean(RedisClient.class, () -> RedisClient.create("redis://localhost:1"))
                .withPropertyValues("idgen.segment.source=redis", "idgen.segment.redis.uri=redis://other")
                .run(context -> assertThat(settings(context)).doesNotContainKeys(REDIS, SEGMENT_REDIS));
        runner.withBean(RedisClient.class, () -> RedisClient.create("redis://localhost:1"))
                .withPropertyValues("idgen.segment.source=redis", "idgen.redis.uri=redis://other")
                .run(context -> assertThat(settings(context)).doesNotContainKeys(REDIS, SEGMENT_REDIS));
    }

    /** Each with a client like the connections that are named for it. */
    @Test
    void segmentsAndWorkerNumbersMayLieInDifferentRedis() {
        runner.withBean("one", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("workers.example", 1))
                .withBean(
                        "two",
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory("counters.example", 1))
                .withPropertyValues(
                        "idgen.worker.source=redis",
                        "idgen.redis.client=one",
                        "idgen.segment.source=redis",
                        "idgen.segment.redis.client=two")
                .run(context -> {
                    Map<String, Object> settings = settings(context);
                    assertThat(uri((RedisClient) settings.get(REDIS)).getHost()).isEqualTo("workers.example");
                    assertThat(uri((RedisClient) settings.get(SEGMENT_REDIS)).getHost())
                            .isEqualTo("counters.example");
                });
        runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("both.example", 1))
                .withPropertyValues("idgen.worker.source=redis", "idgen.segment.source=redis")
                .run(context -> {
                    assertThat(uri((RedisClient) settings(context).get(REDIS)).getHost())
                            .isEqualTo("both.example");
                    assertThat(settings(context)).doesNotContainKey(SEGMENT_REDIS);
                });
    }

    @Test
    void namesTheRedisClientsAndNoOtherBeanWhereTheNameIsWrong() {
        runner.withBean("one", RedisClient.class, RedisClient::create)
                .withBean("two", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withBean("three", String.class, () -> "another")
                .withPropertyValues("idgen.worker.source=redis", "idgen.redis.client=three")
                .run(context -> assertThatThrownBy(() -> settings(context))
                        .isInstanceOf(IdgenConfigurationException.class)
                        .hasMessageStartingWith("idgen.redis.client [three]: no bean of type "
                                + "io.lettuce.core.AbstractRedisClient or ")
                        .hasMessageEndingWith("name one of [one, two] or define it"));
    }

    @Test
    void refusesTheNameOfAClientWithoutItsSourceAndPassesItOverForAnother() {
        for (String client : List.of("redis.client", "worker.zookeeper.client", "worker.etcd.client")) {
            String store = client.replaceAll("worker\\.|\\.client", "");
            ApplicationContextRunner named = Applications.notes()
                    .withBean("redis", RedisClient.class, RedisClient::create)
                    .withBean("zookeeper", CuratorFramework.class, () -> curator)
                    .withBean("etcd", Client.class, ClientSettingsTest::etcd)
                    .withPropertyValues("idgen." + client + "=" + store);
            named.run(context -> assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("goes with hibernate.idgen.worker.source=" + store));
            named.withPropertyValues("idgen.worker.source=jdbc")
                    .run(context -> assertThat(Applications.save(context)).isPositive());
        }
    }

    @Test
    void startsWithoutTheOptionalLibraries() {
        runner.withClassLoader(new FilteredClassLoader(
                        "org.apache.curator", "io.lettuce", "io.etcd", "org.springframework.data.redis"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(ZooKeeperClientSettings.class)
                        .doesNotHaveBean(EtcdClientSettings.class)
                        .doesNotHaveBean(RedisClientSettings.class));
    }

    private static AbstractRedisClient clientLike(LettuceConnectionFactory factory) {
        SpringDataRedisClient client = new SpringDataRedisClient();
        try {
            return client.like(factory, PropertySettings.REDIS_CLIENT);
        } finally {
            client.destroy();
        }
    }

    private static RedisURI uri(RedisClient client) {
        return (RedisURI) new DirectFieldAccessor(client).getPropertyValue("redisURI");
    }

    private static boolean isShutDown(RedisClient client) {
        return ((AtomicBoolean) new DirectFieldAccessor(client).getPropertyValue("shutdown")).get();
    }

    private static Map<String, Object> settings(ApplicationContext context) {
        Map<String, Object> settings = new LinkedHashMap<>();
        context.getBeanProvider(SettingsContributor.class)
                .orderedStream()
                .forEach(contributor -> contributor.addTo(settings));
        return settings;
    }
}
