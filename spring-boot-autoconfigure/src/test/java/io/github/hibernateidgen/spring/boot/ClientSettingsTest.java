package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.lettuce.core.RedisClient;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Which ZooKeeper and Redis clients of the application are used. None of them connects here. */
class ClientSettingsTest {

    private static final String ZOOKEEPER = "hibernate.idgen.worker.zookeeper.client";
    private static final String REDIS = "hibernate.idgen.worker.redis.client";

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
    void passesOverClientsThatNoSourceNeeds() {
        runner.withBean(CuratorFramework.class, () -> curator)
                .withBean(RedisClient.class, RedisClient::create)
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
    void usesTheClientBelowSpringDataRedis() {
        runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withPropertyValues("idgen.worker.source=redis")
                .run(context -> assertThat(settings(context))
                        .contains(entry(
                                REDIS,
                                context.getBean(LettuceConnectionFactory.class).getRequiredNativeClient())));
    }

    @Test
    void usesTheRedisClientThatAPropertyNames() {
        runner.withBean("one", RedisClient.class, RedisClient::create)
                .withBean("two", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withPropertyValues("idgen.worker.source=redis", "idgen.worker.redis.client=two")
                .run(context -> assertThat(settings(context))
                        .contains(entry(
                                REDIS,
                                context.getBean(LettuceConnectionFactory.class).getRequiredNativeClient())));
    }

    @Test
    void startsWithoutTheOptionalLibraries() {
        runner.withClassLoader(
                        new FilteredClassLoader("org.apache.curator", "io.lettuce", "org.springframework.data.redis"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(ZooKeeperSettings.class)
                        .doesNotHaveBean(RedisSettings.class));
    }

    private static Map<String, Object> settings(ApplicationContext context) {
        Map<String, Object> settings = new LinkedHashMap<>();
        context.getBeanProvider(HibernateSettings.class)
                .orderedStream()
                .forEach(contributor -> contributor.addTo(settings));
        return settings;
    }
}
