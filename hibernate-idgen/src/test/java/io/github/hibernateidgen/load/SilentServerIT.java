package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Ids;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TcpForwarder;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A network between an application and its PostgreSQL that loses all packets for 90 s, or for ten minutes at night. The
 * connections of that time stay silent afterwards; new connections are served.
 */
@LongTest
class SilentServerIT {

    private static final Duration SILENT = Duration.ofSeconds(LongTest.NIGHT ? 600 : 90);
    private static final Duration UNTIL_IDS = Duration.ofMinutes(2);
    private static final Duration LATER = Duration.ofSeconds(LongTest.NIGHT ? 600 : 75);

    @Entity(name = "SilentTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SilentNumber")
    static class Numbered {
        @Id
        @SegmentId(size = 5)
        Long id;
    }

    @Entity(name = "SilentTableNumber")
    static class TableNumbered {
        @Id
        @SegmentId(size = 5, table = true)
        Long id;
    }

    private static final List<Class<?>> ENTITIES = List.of(Ticket.class, Numbered.class, TableNumbered.class);
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();
    private static final Map<String, Future<?>> RESULTS = new LinkedHashMap<>();

    private interface Start {
        LoadedApplication of(RunningDatabase database, String url);
    }

    /**
     * All cases run at the same time, since they mostly wait. A log-in that the network loses never returns to Hibernate's own
     * pool. HikariCP has one thread that logs in, so the driver limits its log-ins: else the pool is lost to the application, too.
     */
    @BeforeAll
    static void run() {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        LoadedApplication.createSchema(database, ENTITIES.toArray(Class<?>[]::new));
        for (Class<?> entity : ENTITIES) {
            run(
                    entity,
                    "HikariCP",
                    (server, url) -> LoadedApplication.start(
                            server, url + (url.contains("?") ? "&" : "?") + "loginTimeout=20", "silent", entity));
            run(
                    entity,
                    "Hibernate's own pool",
                    (server, url) -> LoadedApplication.startWithHibernatesPool(server, url, entity));
        }
    }

    private static void run(Class<?> entity, String pool, Start start) {
        String name = entity.getSimpleName() + " over " + pool;
        RESULTS.put(name, THREADS.submit(() -> {
            idsComeAgainAndStay(name, entity, start);
            return name;
        }));
    }

    static Collection<String> cases() {
        return ENTITIES.stream()
                .flatMap(entity -> Stream.of("HikariCP", "Hibernate's own pool")
                        .map(pool -> entity.getSimpleName() + " over " + pool))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void idsComeAgainAndStay(String name) throws Exception {
        RESULTS.get(name).get();
    }

    @AfterAll
    static void end() throws Exception {
        THREADS.shutdownNow();
        THREADS.awaitTermination(1, TimeUnit.MINUTES);
        LoadedApplication.dropSchema(TestDatabase.POSTGRESQL.orSkip(), ENTITIES.toArray(Class<?>[]::new));
        RESULTS.clear();
    }

    private static void idsComeAgainAndStay(String name, Class<?> entity, Start start) throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Matcher url = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(url.find()).isTrue();
        try (TcpForwarder network = new TcpForwarder(url.group(1), Integer.parseInt(url.group(2)));
                LoadedApplication application =
                        start.of(database, url.replaceFirst("//" + network.host() + ":" + network.port()))) {
            application.nextId(entity);
            network.fallSilent();
            Thread asking = new Thread(() -> ask(application, entity));
            asking.start();
            Thread.sleep(SILENT.toMillis());
            System.out.println(name + ": " + Thread.activeCount() + " threads of all applications after "
                    + SILENT.toSeconds() + " s of silence");
            network.loseConnections();
            network.pass();
            asking.interrupt();
            Ids.comeAndStay(() -> application.nextId(entity), UNTIL_IDS, LATER);
        }
    }

    /** Callers go on, as in an application whose users try again. */
    private static void ask(LoadedApplication application, Class<?> entity) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                application.nextId(entity);
            } catch (RuntimeException e) {
                // No id comes as long as the server is silent.
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
