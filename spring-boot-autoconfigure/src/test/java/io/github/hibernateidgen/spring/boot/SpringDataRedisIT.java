package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.redis.RedisReservationStore;
import io.github.hibernateidgen.spring.boot.app.Note;
import io.github.hibernateidgen.spring.boot.app.NoteApplication;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.SpringProperties;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import redis.embedded.RedisServer;

/** Worker numbers over the application's Redis connection: its beginning, and its end. */
@ExtendWith(OutputCaptureExtension.class)
class SpringDataRedisIT {

    private static final String STRICT_LOCKING = "spring.locking.strict";

    private RedisServer server;
    private RedisClient client;
    private RedisReservationStore store;

    @BeforeEach
    void startRedis() throws Exception {
        server = TestServers.startRedis();
        client = RedisClient.create("redis://127.0.0.1:" + port());
        store = new RedisReservationStore(client);
    }

    @AfterEach
    void stopRedis() throws Exception {
        SpringProperties.setProperty(STRICT_LOCKING, null);
        if (server != null) {
            client.shutdown();
            server.stop();
        }
    }

    private int port() {
        return server.ports().get(0);
    }

    private SpringApplicationBuilder application(Class<?> source) {
        return new SpringApplicationBuilder(source)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.generate-unique-name=true",
                        "spring.main.banner-mode=off",
                        "spring.data.redis.port=" + port(),
                        "test.port=" + port(),
                        "logging.level.io.github.hibernateidgen=info",
                        "logging.level.org.springframework.boot=info",
                        "idgen.worker.source=redis");
    }

    /** How many numbers other processes can't have. */
    private static long taken(ReservationStore store) {
        long now = System.currentTimeMillis();
        return store.read("default", 0, 1_024).slots().stream()
                .filter(slot -> slot.reservedUntil() > now)
                .count();
    }

    private String info(String section) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().info(section);
        }
    }

    /** How many connections there are beside that of this question. */
    private long connections() {
        return info("clients")
                        .lines()
                        .filter(line -> line.startsWith("connected_clients:"))
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                        .sum()
                - 1;
    }

    @Test
    void startKeepsTheConnectionThatItHasClaimedItsNumberOn() {
        try (ConfigurableApplicationContext context =
                application(NoteApplication.class).run()) {
            assertThat(Applications.save(context)).isPositive();
            assertThat(connections()).isEqualTo(1);
        }
    }

    /** The thread that makes the beans holds Spring's lock while it waits for the claim. */
    @Test
    void connectsWithoutSpringsLock() {
        SpringProperties.setProperty(STRICT_LOCKING, "true");
        try (ConfigurableApplicationContext context = application(NoteApplication.class)
                .properties("idgen.worker.window=2s", "idgen.worker.timeout=2s")
                .run()) {
            assertThat(Applications.save(context)).isPositive();
        }
    }

    @Test
    void startsAConnectionThatWaitsForTheLifeCycles() {
        try (ConfigurableApplicationContext context =
                application(LateConnection.class).run()) {
            assertThat(Applications.save(context)).isPositive();
        }
        assertThat(taken(store)).isZero();
    }

    @Test
    void releasesEachFactorysNumberButThoseOfOtherSourcesAndMakesNoLazyFactory() {
        try (ConfigurableApplicationContext context =
                application(FourFactories.class).run()) {
            assertThat(taken(store)).isEqualTo(2);
            context.stop();
            assertThat(taken(store)).isZero();
            assertThat(Applications.save(context.getBean("own", EntityManagerFactory.class)))
                    .isPositive();
            context.start();
            assertThat(Applications.save(context.getBean("archive", EntityManagerFactory.class)))
                    .isPositive();
            assertThat(context.getBeanFactory().containsSingleton("lazy")).isFalse();
        }
        assertThat(taken(store)).isZero();
    }

    /** What asks between the release and the stop opens another one, which must not be kept. */
    @Test
    void dropsItsConnectionBeforeTheClientStops() {
        try (ConfigurableApplicationContext context =
                application(WatchedConnection.class).run()) {
            WatchedFactory watched = context.getBean(WatchedFactory.class);
            ReservationStore reservations =
                    context.getBean(SpringDataRedis.class).reservations();
            await().until(() -> connections() == 1);
            watched.beforeStop = () -> {
                await().until(() -> connections() == 0);
                assertThat(taken(reservations)).isZero();
                watched.seen++;
            };
            context.stop();
            context.start();
            assertThat(Applications.save(context)).isPositive();
            assertThat(watched.seen).isEqualTo(1);
        }
    }

    @Test
    void asksRedisNothingAfterTheRelease(CapturedOutput output) {
        ConfigurableApplicationContext context =
                application(NoteApplication.class).run();
        Applications.save(context);
        context.stop();
        String asked = commands();
        context.close();
        assertThat(commands()).isEqualTo(asked);
        assertThat(output).contains("is released").doesNotContain("could not be released");
    }

    /** How often Redis was asked what, but for this. */
    private String commands() {
        return info("commandstats").replaceAll("(?m)^cmdstat_(info|client|hello).*\\R", "");
    }

    @Test
    void makesIdsUntilTheWebServerHasAnswered(CapturedOutput output) throws Exception {
        ConfigurableApplicationContext context = application(SlowApi.class)
                .web(WebApplicationType.SERVLET)
                .properties("server.port=0", "server.address=127.0.0.1", "server.shutdown=graceful")
                .run();
        SlowApi api = context.getBean(SlowApi.class);
        URI slow = URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
        CompletableFuture<HttpResponse<String>> answer = HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(slow).build(), HttpResponse.BodyHandlers.ofString());
        api.entered.await();
        CompletableFuture<Void> close = CompletableFuture.runAsync(context::close);
        await().until(() -> output.toString().contains("Commencing graceful shutdown"));
        api.proceed.countDown();
        assertThat(Long.parseLong(answer.get().body())).isPositive();
        close.get();
        assertThat(taken(store)).isZero();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(NoteApplication.class)
    static class LateConnection {

        @Bean
        LettuceConnectionFactory connections(@Value("${test.port}") int port) {
            LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", port);
            factory.setEarlyStartup(false);
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FourFactories extends SeveralFactoriesTest.TwoFactoriesWithoutSettings {

        @Bean
        LocalContainerEntityManagerFactoryBean own() {
            LocalContainerEntityManagerFactoryBean factory = super.archive();
            factory.setPersistenceUnitName("own");
            factory.getJpaPropertyMap().put("hibernate.idgen.worker.source", "jdbc");
            return factory;
        }

        @Bean
        @Lazy
        EntityManagerFactory lazy() {
            throw new AssertionError("nobody asks for it");
        }
    }

    static final class WatchedFactory extends LettuceConnectionFactory {

        private Runnable beforeStop = () -> {};
        private int seen;

        WatchedFactory(int port) {
            super("127.0.0.1", port);
        }

        @Override
        public void stop() {
            beforeStop.run();
            super.stop();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(NoteApplication.class)
    static class WatchedConnection {

        @Bean
        WatchedFactory connections(@Value("${test.port}") int port) {
            return new WatchedFactory(port);
        }
    }

    @RestController
    @Import(NoteApplication.class)
    static class SlowApi {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch proceed = new CountDownLatch(1);
        private final Idgen idgen;

        SlowApi(Idgen idgen) {
            this.idgen = idgen;
        }

        @GetMapping("/")
        String slow() throws InterruptedException {
            entered.countDown();
            proceed.await();
            return idgen.next(Note.class, Long.class).toString();
        }
    }
}
