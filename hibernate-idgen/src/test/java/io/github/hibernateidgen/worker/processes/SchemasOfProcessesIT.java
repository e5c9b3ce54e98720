package io.github.hibernateidgen.worker.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications of one database whose default schemas differ, as processes of their own, with two worker numbers in all. */
@Timeout(120)
class SchemasOfProcessesIT {

    private static final Pattern HELD =
            Pattern.compile("worker \\[(\\d)] of .*\\[JDBC table (\\S+)] is reserved for" + " this process from");

    private Server server;
    private String url;
    private Connection database;

    @BeforeEach
    void startDatabase() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + UUID.randomUUID();
        database = DriverManager.getConnection(url);
        database.createStatement().execute("create schema a; create schema b; create schema shared");
    }

    @AfterEach
    void stopDatabase() throws SQLException {
        database.close();
        server.stop();
    }

    /** The rows of a schema have ids under numbers of that schema's table, whichever process writes them. */
    @Test
    void twoSchemasInOneProcessShareNoNumberWithAProcessOfOneOfThem() throws Exception {
        try (Application both = new Application(url, "Crate", "", "a", "b");
                Application second = new Application(url, "Crate", "", "b")) {
            both.awaitStart();
            second.awaitStart();
            assertThat(both.held()).extracting(Held::table).containsExactly("a.idgen_worker", "b.idgen_worker");
            assertThat(second.held()).extracting(Held::table).containsExactly("b.idgen_worker");
            assertThat(second.held().get(0).number())
                    .isNotEqualTo(both.held().get(1).number());
            assertThat(save(both, second)).containsExactly(0, 0);
            assertThat(both.warnings()).isEmpty();
            assertThat(second.warnings()).isEmpty();
        }
    }

    /** Neither can see the other: each is told at its start which table it reserves in, and which table it writes. */
    @Test
    void twoProcessesOfOneTableAreWarnedOfTheirSchemas() throws Exception {
        try (Application first = new Application(url, "Ticket", "", "a");
                Application second = new Application(url, "Ticket", "", "b")) {
            first.awaitStart();
            second.awaitStart();
            assertThat(first.held()).extracting(Held::table).containsExactly("a.idgen_worker");
            assertThat(second.held()).extracting(Held::table).containsExactly("b.idgen_worker");
            assertThat(first.warnings())
                    .singleElement()
                    .asString()
                    .contains(
                            "reserved in a.idgen_worker",
                            "written to shared.ticket",
                            "name the same table for all" + " applications");
            assertThat(second.warnings())
                    .singleElement()
                    .asString()
                    .contains(
                            "reserved in b.idgen_worker",
                            "written to shared.ticket",
                            "name the same table for all" + " applications");
        }
    }

    @Test
    void twoProcessesThatNameOneTableOfWorkerNumbersShareNoNumber() throws Exception {
        try (Application first = new Application(url, "Ticket", "shared", "a");
                Application second = new Application(url, "Ticket", "shared", "b")) {
            first.awaitStart();
            second.awaitStart();
            assertThat(Stream.concat(first.held().stream(), second.held().stream()))
                    .containsExactlyInAnyOrder(new Held(0, "shared.idgen_worker"), new Held(1, "shared.idgen_worker"));
            assertThat(save(first, second)).containsExactly(0, 0);
            assertThat(first.warnings()).isEmpty();
            assertThat(second.warnings()).isEmpty();
        }
    }

    /** Lets both save rows at the same time; returns how many each was refused. */
    private static List<Integer> save(Application first, Application second) throws IOException {
        first.save();
        second.save();
        return List.of(first.refused(), second.refused());
    }

    private record Held(int number, String table) {}

    /** A {@link SchemaProcess}. */
    private static final class Application implements AutoCloseable {

        private final Process process;
        private final BufferedReader output;
        private final int schemas;
        private final List<String> lines = new ArrayList<>();

        Application(String... arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Duser.language=en",
                    "-Djava.util.logging.SimpleFormatter.format=%4$s %5$s%6$s%n",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    SchemaProcess.class.getName()));
            command.addAll(List.of(arguments));
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            output = process.inputReader();
            schemas = arguments.length - 3;
        }

        /** The processes of a test start at the same time. */
        void awaitStart() throws IOException {
            await("ready");
            // A thread of its own logs the claim of each session factory.
            while (held().size() < schemas) {
                lines.add(output.readLine());
            }
        }

        private String await(String start) {
            try {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    lines.add(line);
                    if (line.startsWith(start)) {
                        return line;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new IllegalStateException("ended before it said [" + start + "]:\n" + String.join("\n", lines));
        }

        void save() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }

        int refused() {
            return Integer.parseInt(await("refused=").substring("refused=".length()));
        }

        List<Held> held() {
            return lines.stream()
                    .map(HELD::matcher)
                    .filter(Matcher::find)
                    .map(held -> new Held(Integer.parseInt(held.group(1)), held.group(2)))
                    .toList();
        }

        List<String> warnings() {
            return lines.stream()
                    .filter(line -> line.startsWith("WARN") && line.contains("orker number"))
                    .toList();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit()
                    .orTimeout(20, java.util.concurrent.TimeUnit.SECONDS)
                    .handle((ended, late) -> process.destroyForcibly())
                    .join();
        }
    }
}
