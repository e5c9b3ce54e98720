package io.github.hibernateidgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.database.ServerFolder;
import io.github.hibernateidgen.internal.segment.SegmentProcesses;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.worker.processes.Address;
import io.lettuce.core.RedisClient;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they take numbers of one counter, for rows on a PostgreSQL. */
@LongTest
class RedisSegmentKillIT {

    @TempDir
    Path folder;

    private ServerFolder server;
    private EmbeddedPostgres postgres;

    /** Connects a process. */
    public static final class Client implements Supplier<SegmentStore> {

        @Override
        public SegmentStore get() {
            return new RedisSegmentStore(RedisClient.create(Address.told().url()));
        }
    }

    @BeforeEach
    void startPostgres() throws IOException {
        int port = ServerFolder.freePort();
        server = ServerFolder.create("postgresql-" + port);
        postgres = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(server.data())
                .setOverrideWorkingDirectory(
                        ServerFolder.shared("programs").resolve("postgresql").toFile())
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setLocaleConfig("locale", "C")
                .setOutputRedirector(
                        ProcessBuilder.Redirect.appendTo(server.log().toFile()))
                .start();
        String pid = Files.readAllLines(server.data().resolve("postmaster.pid")).get(0);
        server.record(ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow());
    }

    @AfterEach
    void endPostgres() throws IOException {
        if (postgres != null) {
            postgres.close();
            server.end();
        }
    }

    @Test
    void aCounterIsRefusedOnceItIsLost() throws Exception {
        Address database = new Address(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "");
        try (TestRedis redis = TestRedis.startOrSkip();
                RedisClient client = RedisClient.create(redis.uri());
                var connection = client.connect();
                SegmentProcesses processes =
                        SegmentProcesses.ofStore(folder, database, Client.class, Address.of(redis.uri()))) {
            processes.kill(SegmentProcesses.KILLS / 2);
            connection.sync().flushall();
            assertThat(processes.lastWords())
                    .hasSize(2)
                    .allMatch(words -> words.contains("is not the counter that this process began with"));
            processes.start();
            Matcher command = Pattern.compile(
                            "is missing, but numbers up to .* run \\[HSET (\\S+) value (\\d+) token (\\S+)]")
                    .matcher(processes.lastWords().get(0));
            assertThat(command.find()).isTrue();
            assertThat(connection.sync().keys("*")).isEmpty();
            connection.sync().hset(command.group(1), Map.of("value", command.group(2), "token", command.group(3)));
            processes.kill(SegmentProcesses.KILLS / 2);
            processes.end();
            processes.assertIds();
            try (Connection rows = postgres.getPostgresDatabase().getConnection();
                    Statement statement = rows.createStatement();
                    ResultSet row = statement.executeQuery("select count(*), max(id) from " + SegmentProcesses.TABLE)) {
                assertThat(row.next()).isTrue();
                processes.assertGaps(row.getLong(1), row.getLong(2));
            }
        }
    }
}
