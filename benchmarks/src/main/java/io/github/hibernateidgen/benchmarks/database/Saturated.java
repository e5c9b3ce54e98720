package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.redis.RedisSegmentStore;
import io.github.hibernateidgen.segment.SegmentStore;
import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures a saturated application: more request threads than connections, and one row in each transaction. In each round
 * every kind of id is measured once, in an application of its own that has just started.
 */
@Command(
        name = "Saturated",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures applications whose pool of connections is used up, on servers of its own.")
public final class Saturated extends Measurement {

    /** The parts that can be measured. */
    enum Part {
        /** Three kinds of id beside SEQUENCE(50), with four relations of threads to connections. */
        cells,
        /** Other sizes, sources, databases, pools and threads. */
        beside,
        /** A burst of requests over a constant rate. */
        burst
    }

    @Parameters(arity = "1..*", description = "Any of ${COMPLETION-CANDIDATES}.")
    private List<Part> parts = List.of();

    @Option(
            names = "--only",
            split = ",",
            description =
                    "Measures only these of beside: size 1, size 1000, table, table delayed, redis, mariadb, mysql, jta,"
                            + " virtual, delayed.")
    private List<String> only = List.of();

    @Option(names = "--seconds", defaultValue = "5", description = "Seconds of a round; ${DEFAULT-VALUE}.")
    private long seconds;

    private Saturated() {}

    public static void main(String[] args) {
        new Saturated().run(args);
    }

    /**
     * Applications that are compared with each other.
     *
     * @param kinds the kinds of id; the first is the one with which the others are compared
     */
    private record Scenario(
            String name,
            Database database,
            int threads,
            int connections,
            Application.Pool pool,
            boolean isVirtual,
            List<Contender> kinds) {

        Scenario(String name, Database database, int threads, int connections, Contender... kinds) {
            this(name, database, threads, connections, Application.Pool.HIKARI, false, List.of(kinds));
        }

        Scenario(String name, Application.Pool pool, boolean isVirtual) {
            this(name, Database.POSTGRESQL, 200, 10, pool, isVirtual, List.of(KINDS));
        }

        Map<String, Object> at(int round) {
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("scenario", name);
            at.put("threads", threads);
            at.put("connections", connections);
            at.put("round", round);
            return at;
        }
    }

    private static final Contender[] KINDS = {
        Contender.SEQUENCE_50, Contender.SNOWFLAKE, Contender.COMB, Contender.SEGMENT_50
    };

    private static List<Scenario> cells() {
        return List.of(
                new Scenario("cells", Database.POSTGRESQL, 200, 1, KINDS),
                new Scenario("cells", Database.POSTGRESQL, 200, 10, KINDS),
                new Scenario("cells", Database.POSTGRESQL, 200, 30, KINDS),
                new Scenario("cells", Database.POSTGRESQL, 50, 10, KINDS));
    }

    private static List<Scenario> beside() {
        return List.of(
                new Scenario("size 1", Database.POSTGRESQL, 200, 10, Contender.SEQUENCE_1, Contender.SEGMENT_1),
                new Scenario(
                        "size 1000", Database.POSTGRESQL, 200, 10, Contender.SEQUENCE_1000, Contender.SEGMENT_1000),
                new Scenario("table", Database.POSTGRESQL, 200, 10, Contender.TABLE_50, Contender.SEGMENT_TABLE),
                new Scenario(
                        "table delayed",
                        Database.POSTGRESQL,
                        200,
                        10,
                        Application.Pool.HIKARI_DELAYED,
                        false,
                        List.of(Contender.TABLE_50, Contender.SEGMENT_TABLE)),
                new Scenario("redis", Database.POSTGRESQL, 200, 10, Contender.SEQUENCE_50, Contender.SEGMENT_REDIS),
                new Scenario("mariadb", Database.MARIADB, 200, 10, KINDS),
                new Scenario("mysql", Database.MYSQL, 200, 10, KINDS),
                new Scenario("jta", Application.Pool.AGROAL_JTA, false),
                new Scenario("virtual", Application.Pool.HIKARI, true),
                new Scenario("delayed", Application.Pool.HIKARI_DELAYED, false));
    }

    private static List<Scenario> bursts() {
        return List.of(new Scenario(
                "burst",
                Database.POSTGRESQL,
                200,
                10,
                Contender.SEQUENCE_50,
                Contender.SNOWFLAKE,
                Contender.COMB,
                Contender.SEGMENT_50,
                Contender.SEGMENT_1000));
    }

    @Override
    public Integer call() throws Exception {
        Recorder recorder = new Recorder(results, "saturated", command);
        Map<Database, List<Scenario>> byDatabase = new EnumMap<>(Database.class);
        for (Part part : parts) {
            List<Scenario> scenarios = switch (part) {
                case cells -> cells();
                case beside -> beside();
                case burst -> bursts();
            };
            scenarios.stream()
                    .filter(scenario -> part != Part.beside || only.isEmpty() || only.contains(scenario.name()))
                    .filter(Saturated::isPossible)
                    .forEach(scenario -> byDatabase
                            .computeIfAbsent(scenario.database(), database -> new ArrayList<>())
                            .add(scenario));
        }
        for (Map.Entry<Database, List<Scenario>> each : byDatabase.entrySet()) {
            Path folder = Programs.ROOT.resolve(
                    each.getKey().name() + "-" + ProcessHandle.current().pid());
            try (Server server = each.getKey().server(folder)) {
                server.start(durable ? Server.Setup.MEASURED : Server.Setup.RELAXED);
                recorder.describeFurther(each.getKey(), server);
                for (Scenario scenario : each.getValue()) {
                    run(scenario, server, recorder);
                }
            }
        }
        Results measured = Results.read(results.resolve("database-saturated.json"));
        for (Part part : parts) {
            System.out.println(
                    switch (part) {
                        case cells -> SaturatedTables.cells(measured);
                        case beside -> SaturatedTables.beside(measured);
                        case burst -> SaturatedTables.burst(measured);
                    });
        }
        return 0;
    }

    private static boolean isPossible(Scenario scenario) {
        String missing = "";
        if (scenario.isVirtual() && !Requests.hasVirtualThreads()) {
            missing = "virtual threads need the java of JDK 21 or newer";
        } else if (scenario.kinds().contains(Contender.SEGMENT_REDIS) && !RedisServer.isInstalled()) {
            missing = "there is no redis-server on the PATH";
        } else if (!scenario.database().isPresent()) {
            missing = "its server comes with -Plarge-databases";
        }
        if (!missing.isEmpty()) {
            System.out.println(scenario.name() + " is left out: " + missing);
        }
        return missing.isEmpty();
    }

    private void run(Scenario scenario, Server server, Recorder recorder) throws Exception {
        if (scenario.kinds().contains(Contender.SEGMENT_REDIS)) {
            try (RedisServer redis = RedisServer.start(server.folder.resolve("redis"))) {
                RedisClient client = RedisClient.create(redis.uri());
                try {
                    run(scenario, server, recorder, new RedisSegmentStore(client));
                } finally {
                    client.shutdown();
                }
            }
        } else {
            run(scenario, server, recorder, null);
        }
    }

    private void run(Scenario scenario, Server server, Recorder recorder, @Nullable SegmentStore store)
            throws Exception {
        Map<Contender, Long> highest = new EnumMap<>(Contender.class);
        // The first round is a warm-up.
        for (int round = 0; round <= rounds; round++) {
            List<Contender> kinds = new ArrayList<>(scenario.kinds());
            Collections.rotate(kinds, round);
            for (Contender kind : kinds) {
                settle(server);
                boolean isWarmUp = round == 0;
                if (isWarmUp) {
                    // A pool of JTA rejects the tools that create the schema.
                    start(server, scenario, kind, Application.Pool.HIKARI, "create", store)
                            .close();
                }
                try (Application application = start(server, scenario, kind, scenario.pool(), "none", store)) {
                    Requests requests = new Requests(application, scenario.threads(), scenario.isVirtual());
                    Map<String, Double> values = scenario.name().equals("burst") && !isWarmUp
                            ? requests.burst()
                            : requests.closed(server, isWarmUp ? Math.min(2, seconds) : seconds);
                    Long before = highest.put(kind, application.highestNumber());
                    if (kind.isNumbered() && before != null) {
                        values.put("dropped", application.highestNumber() - before - values.get("rows"));
                    }
                    if (!isWarmUp) {
                        recorder.add(scenario.database(), kind.label(), scenario.at(round), values);
                    }
                }
            }
        }
    }

    private static Application start(
            Server server,
            Scenario scenario,
            Contender kind,
            Application.Pool pool,
            String schema,
            @Nullable SegmentStore store)
            throws Exception {
        return new Application(server, scenario.database(), kind, pool, scenario.connections(), schema, store);
    }

    private static void settle(Server server) throws Exception {
        try (Connection connection = server.connect()) {
            server.settle(connection);
        }
    }
}
