package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.cli.Cli.Result;
import io.github.hibernateidgen.database.InnoDbServer;
import io.github.hibernateidgen.testing.LongTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** {@code idgen verify} on servers, also after a kill. docs/contributing/test-databases.md says where they come from. */
class VerifyIT {

    private static final Map<String, AutoCloseable> STARTED = new LinkedHashMap<>();
    private static final Map<String, String> URLS = new LinkedHashMap<>();

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable server : STARTED.values()) {
            server.close();
        }
    }

    /** The options that lead to a database, which is the user's own where a URL is given. */
    private static List<String> database(String name) throws Exception {
        String given = setting(name, "URL");
        if (given == null) {
            if (!URLS.containsKey(name)) {
                URLS.put(name, start(name));
            }
            return List.of("--url", URLS.get(name));
        }
        String user = setting(name, "USER");
        return user == null
                ? List.of("--url", given)
                : List.of("--url", given, "--user", user, "--password=" + setting(name, "PASSWORD"));
    }

    private static String setting(String name, String word) {
        String setting = "IDGEN_IT_" + name + "_" + word;
        return System.getProperty(setting, System.getenv(setting));
    }

    private static String start(String name) throws Exception {
        if (name.equals("POSTGRESQL")) {
            EmbeddedPostgres server = TestServers.startPostgreSql();
            STARTED.put(name, server);
            return server.getJdbcUrl("postgres", "postgres");
        }
        assumeTrue(name.startsWith("M"), "IDGEN_IT_" + name + "_URL is not set");
        try {
            InnoDbServer server = InnoDbServer.start(name);
            STARTED.put(name, server);
            return server.url();
        } catch (Exception e) {
            assertThat(String.valueOf(System.getenv("IDGEN_IT_REQUIRED"))).doesNotContain(name);
            throw new TestAbortedException(name + ": " + e.getMessage(), e);
        }
    }

    private static Result verify(String name) throws Exception {
        List<String> args = new ArrayList<>(List.of("verify"));
        args.addAll(database(name));
        return Cli.runAt(Instant.now(), args.toArray(String[]::new));
    }

    private static List<String> tables(String name) throws Exception {
        List<String> options = database(name);
        List<String> tables = new ArrayList<>();
        try (Connection connection = options.size() == 2
                        ? DriverManager.getConnection(options.get(1))
                        : DriverManager.getConnection(options.get(1), options.get(3), setting(name, "PASSWORD"));
                ResultSet rows = connection.getMetaData().getTables(connection.getCatalog(), null, "%", null)) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return tables.stream()
                // PostgreSQL lists the keys, too.
                .filter(table -> table.matches("idgen_verify_[0-9a-f]{32}"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POSTGRESQL", "MARIADB", "MYSQL", "SQLSERVER", "ORACLE"})
    void ascendsHasOneWinnerAndLeavesNothingBehind(String name) throws Exception {
        Result verified = verify(name);
        System.out.println(verified.out());
        assertThat(verified.err()).isEmpty();
        assertThat(verified.exit()).as(verified.out()).isZero();
        assertThat(verified.out()
                        .lines()
                        .filter(line -> line.contains(" ascend"))
                        .count())
                .isEqualTo(name.equals("MYSQL") || name.equals("ORACLE") ? 3 : 4);
        String order = Map.of("MARIADB", "MARIADB", "SQLSERVER", "SQL_SERVER").getOrDefault(name, "BYTES");
        assertThat(verified.out())
                .contains("GUIDs ascend in order " + order)
                .contains("claims            16 claims and 16 renewals by 8 connections had one winner each")
                .containsPattern("verdict           all [45] are as documented");
        assertThat(tables(name)).isEmpty();
    }

    @LongTest
    @ParameterizedTest
    @ValueSource(strings = {"POSTGRESQL", "MARIADB", "MYSQL", "SQLSERVER", "ORACLE"})
    void dropsWhatAKilledRunHasLeft(String name) throws Exception {
        List<String> left = List.of();
        for (int attempt = 0; attempt < 10 && left.isEmpty(); attempt++) {
            left = killed(name);
        }
        assertThat(left).as("tables of a run that was killed").isNotEmpty();
        Result verified = verify(name);
        assertThat(verified.exit()).as(verified.out()).isZero();
        assertThat(verified.out().toLowerCase(Locale.ROOT))
                .contains("left              table " + left.get(0) + " of an earlier run that was killed; dropped");
        assertThat(tables(name)).isEmpty();
    }

    /** Kills a process while it has a table, and returns the tables that are left. */
    private static List<String> killed(String name) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "verify"));
        command.addAll(database(name));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (process.isAlive() && tables(name).isEmpty()) {
            Thread.sleep(5);
        }
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return tables(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MARIADB", "MYSQL"})
    void aWrongPasswordIsSaidWithTheHostAndTheDatabase(String name) throws Exception {
        String url = database(name).get(1).replaceFirst("&user=.*", "");
        Result result = Cli.run("verify", "--url", url, "--user", "nobody", "--password=s3cr3t");
        assertThat(result.err())
                .startsWith("no connection to database [" + url + "]: ")
                .contains("Access denied for user 'nobody'@'", "' (using password: YES)")
                .doesNotContain("s3cr3t");
    }
}
