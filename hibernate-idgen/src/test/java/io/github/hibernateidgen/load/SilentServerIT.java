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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(classes = {Ticket.class, Numbered.class, TableNumbered.class})
    void idsComeAgainAndStay(Class<?> entity) throws Exception {
        idsComeAgainAndStay(entity, (database, url) -> LoadedApplication.start(database, url, "silent", entity));
    }

    /** Calls whose login the network loses never return. */
    @ParameterizedTest
    @ValueSource(classes = {Ticket.class, Numbered.class, TableNumbered.class})
    void idsComeAgainAndStayWithHibernatesOwnPool(Class<?> entity) throws Exception {
        idsComeAgainAndStay(
                entity, (database, url) -> LoadedApplication.startWithHibernatesPool(database, url, entity));
    }

    private interface Start {
        LoadedApplication of(RunningDatabase database, String url);
    }

    private static void idsComeAgainAndStay(Class<?> entity, Start start) throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Matcher url = Pattern.compile("//([^:/]+):(\\d+)").matcher(database.jdbcUrl());
        assertThat(url.find()).isTrue();
        LoadedApplication.createSchema(database, entity);
        try (TcpForwarder network = new TcpForwarder(url.group(1), Integer.parseInt(url.group(2)));
                LoadedApplication application =
                        start.of(database, url.replaceFirst("//" + network.host() + ":" + network.port()))) {
            application.nextId(entity);
            int threads = Thread.activeCount();
            network.fallSilent();
            Thread asking = new Thread(() -> ask(application, entity));
            asking.start();
            Thread.sleep(SILENT.toMillis());
            System.out.println(entity.getSimpleName() + ": " + (Thread.activeCount() - threads) + " more threads after "
                    + SILENT.toSeconds() + " s of silence");
            network.loseConnections();
            network.pass();
            asking.interrupt();
            Ids.comeAndStay(() -> application.nextId(entity), UNTIL_IDS, LATER);
        } finally {
            LoadedApplication.dropSchema(database, entity);
        }
    }

    /** Callers go on, as in an application whose users try again. */
    private static void ask(LoadedApplication application, Class<?> entity) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                application.nextId(entity);
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                // No id comes as long as the server is silent.
            }
        }
    }
}
