package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

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
        server = TestServers.startPostgreSql();
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
        return Cli.runAt(Instant.now(), args(more));
    }

    private String[] args(String... more) {
        return concat(
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
                List.of(more));
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
    void giveEachRowOneIdWhereTwoRunBesideAnApplication() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> application = CompletableFuture.runAsync(() -> insertUntil(done));
        List<Result> results;
        try {
            CompletableFuture<Result> other = CompletableFuture.supplyAsync(() -> backfill("--created", "placed_at"));
            results = List.of(backfill("--created", "placed_at"), other.get());
        } finally {
            done.set(true);
            application.join();
        }
        assertThat(results).allSatisfy(result -> {
            assertThat(result.err()).isEmpty();
            assertThat(result.exit()).isZero();
        });
        database.execute("alter table orders alter column sid set not null");
        database.execute("alter table orders add unique (sid)");
        assertThat(results.stream().map(result -> field(result, "worker"))).doesNotHaveDuplicates();
        assertThat(results.stream()
                        .mapToLong(result -> field(result, "written"))
                        .sum())
                .isEqualTo(10_000);
    }

    private static long field(Result result, String name) {
        return Long.parseLong(result.out().replaceFirst("(?s).*\"" + name + "\":([0-9]+).*", "$1"));
    }

    @Test
    void goOnAfterAProcessThatWasKilled() throws Exception {
        database.execute(
                "insert into orders (placed_at, local_time) select"
                        + " timestamptz '2025-03-02 12:00:00+00' + n / 3 * interval '1 ms', now() from generate_series(0, 29999) n");
        Process process = new ProcessBuilder(concat(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Main.class.getName()),
                        List.of(args("--created", "placed_at"))))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (process.isAlive() && filled() == 0) {
            Thread.sleep(20);
        }
        process.destroyForcibly();
        assertThat(process.waitFor()).as("ended before it was killed").isNotZero();
        assertThat(filled()).isPositive().isLessThan(40_000);

        Result again = backfill("--created", "placed_at");
        assertThat(again.err()).isEmpty();
        assertThat(field(again, "left")).isZero();
        assertThat(database.longs("select distinct sid >> 12 & 1023 from orders"))
                .hasSize(2);
        database.execute("alter table orders alter column sid set not null");
        database.execute("alter table orders add unique (sid)");
        assertThat(database.longs("select sid >> 22 from orders order by placed_at, sid"))
                .isEqualTo(database.longs("select (extract(epoch from placed_at - timestamptz '2024-01-01 00:00:00+00')"
                        + " * 1000)::bigint from orders order by placed_at, sid"));
    }

    private long filled() throws Exception {
        return database.longs("select count(*) from orders where sid is not null")
                .get(0);
    }

    @Test
    void areGuidsInTheOrderOfAColumnOfTypeUuid() throws Exception {
        database.execute("alter table orders add gid uuid unique");
        Result written = Cli.runAt(
                Instant.now(),
                "backfill-guids",
                "orders",
                "--url",
                database.url,
                "--id=gid",
                "--created=placed_at",
                "--key=id",
                "--order=bytes",
                "--write",
                "--json");
        assertThat(written.err()).isEmpty();
        assertThat(written.out()).contains("\"written\":10000,\"left\":0");
        assertThat(database.texts("select id from orders order by gid"))
                .isEqualTo(database.texts("select id from orders order by placed_at, id"));
        assertThat(database.texts("select gid from orders order by gid limit 1"))
                .allMatch(gid ->
                        GuidOrder.BYTES.instant(UUID.fromString(gid)).equals(Instant.parse("2025-03-01T12:00:00Z")));
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
